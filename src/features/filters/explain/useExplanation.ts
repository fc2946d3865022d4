import { useCallback, useEffect, useRef, useState } from 'react'
import { useSetAtom } from '../../../store/store.ts'
import type { ExplainAsked } from './api.ts'
import { type Explained, explainAtom } from './explain.ts'

/** Requests explanations and holds the last one. A newer request or unmounting cancels the one in flight. */
export function useExplanation() {
  const explain = useSetAtom(explainAtom)
  const running = useRef<AbortController>(undefined)
  const [answer, setAnswer] = useState<Explained>()
  const [isLoading, setLoading] = useState(false)
  const ask = useCallback(
    async (asked: ExplainAsked) => {
      running.current?.abort()
      const mine = new AbortController()
      running.current = mine
      setLoading(true)
      const explained = await explain(asked, mine.signal)
      if (mine.signal.aborted) return
      setAnswer(explained)
      setLoading(false)
    },
    [explain],
  )
  useEffect(() => () => running.current?.abort(), [])
  return { answer, isLoading, ask }
}
