import { useEffect, useState } from 'react'
import type { WordMatch } from '../../../../contract/filter.ts'
import type { Spellings } from '../../../../contract/spellings.ts'
import type { ApiErrorCode } from '../../../api/errors.ts'
import { PREVIEW_DEBOUNCE_MS } from '../../../limits.ts'
import { useServices } from '../../../services/services.ts'
import { hasSessionAtom } from '../../../session/session.ts'
import { useAtomValue } from '../../../store/store.ts'
import { findSpellings, listedWords } from './spellings.ts'

type Known = { spellings: Spellings; wordMatch: WordMatch }

/** The spellings of valid keywords. Loaded with a debounce, and only if there is a word whose spellings are not loaded. */
export function useSpellings(keywords: string, wordMatch: WordMatch) {
  const { client } = useServices()
  const hasSession = useAtomValue(hasSessionAtom)
  const [known, setKnown] = useState<Known>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const [isLoading, setLoading] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { words, areAllKnown } = listedWords(keywords, known?.spellings)
  const isUpToDate = areAllKnown && (words.length === 0 || known?.wordMatch === wordMatch)
  const canAsk = !isUpToDate && hasSession

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    setFailure(undefined)
    setLoading(canAsk)
    if (!canAsk) return
    const mine = new AbortController()
    const ask = async () => {
      const answer = await findSpellings(client, { keywords, wordMatch }, mine.signal)
      if (mine.signal.aborted) return
      setLoading(false)
      if (answer.kind === 'failed') setFailure(answer.code)
      else setKnown({ spellings: answer.spellings, wordMatch })
    }
    const timer = setTimeout(() => void ask(), PREVIEW_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [canAsk, keywords, wordMatch, attempt, client])

  return {
    words,
    isLoading,
    failure,
    /** No word has misspellings. */
    isEmpty: words.length === 0 && areAllKnown,
    since: known?.spellings.since,
    retry: () => setAttempt((before) => before + 1),
  }
}
