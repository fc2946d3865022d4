import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../../services/services.ts'
import type { ExplainAsked } from './api.ts'
import { type Explained, explain } from './explain.ts'

/** Requests explanations and holds the last one. A newer request or unmounting cancels the one in flight. */
export function useExplanation() {
  const { client } = useServices()
  const running = useRef<AbortController>(undefined)
  const [answer, setAnswer] = useState<Explained>()
  const [isLoading, setLoading] = useState(false)
  const ask = useCallback(
    async (asked: ExplainAsked) => {
      running.current?.abort()
      const mine = new AbortController()
      running.current = mine
      setLoading(true)
      const explained = await explain(client, asked, mine.signal)
      if (mine.signal.aborted) return
      setAnswer(explained)
      setLoading(false)
    },
    [client],
  )
  useEffect(() => () => running.current?.abort(), [])
  return { answer, isLoading, ask }
}
