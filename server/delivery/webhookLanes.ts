import { HOUR_MS, SECOND_MS } from '../../contract/time.ts'

/** A webhook that takes this long to answer, or does not answer, is slow until it answers faster. */
const SLOW_MS = 2 * SECOND_MS
/** What was seen of a webhook holds for this long. */
const MEMORY_MS = HOUR_MS
/** Sends under way to webhooks of which nothing is known; half of the slots. More of them count as slow. */
const MAX_UNKNOWN = 16
const MAX_WEBHOOKS = 10_000

export type WebhookLanes = {
  /** Where a send to this webhook belongs now. A send that `now` was answered for has to {@link end}. */
  start(webhook: string): 'now' | 'slow'
  /** @param ms how long it took; absent when nothing was sent after all */
  end(webhook: string, ms?: number): void
}

/**
 * Keeps webhooks that answer slowly away from the others. Their servers are chosen by users: whoever has one that keeps
 * each call until its deadline would hold the slots of everyone else.
 * @param now ms since 1970
 */
export function createWebhookLanes(now: () => number): WebhookLanes {
  const known = new Map<string, { isSlow: boolean; at: number }>()
  const unknown = new Map<string, number>()
  let unknownCount = 0

  function recall(webhook: string): boolean | undefined {
    const seen = known.get(webhook)
    return seen && now() - seen.at < MEMORY_MS ? seen.isSlow : undefined
  }

  return {
    start(webhook) {
      const isSlow = recall(webhook)
      if (isSlow !== undefined) return isSlow ? 'slow' : 'now'
      if (unknownCount >= MAX_UNKNOWN) return 'slow'
      unknownCount++
      unknown.set(webhook, (unknown.get(webhook) ?? 0) + 1)
      return 'now'
    },
    end(webhook, ms) {
      const underWay = unknown.get(webhook)
      if (underWay) {
        unknownCount--
        if (underWay === 1) unknown.delete(webhook)
        else unknown.set(webhook, underWay - 1)
      }
      if (ms === undefined) return
      known.delete(webhook)
      const [oldest] = known.keys()
      if (known.size >= MAX_WEBHOOKS && oldest !== undefined) known.delete(oldest)
      known.set(webhook, { isSlow: ms >= SLOW_MS, at: now() })
    },
  }
}
