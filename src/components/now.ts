import { useSyncExternalStore } from 'react'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

/**
 * One timer for all clocks of the same interval, stopped while the page is hidden: ten thousand rows must not have ten
 * thousand timers.
 */
function createTicker(everyMs: number) {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    if (document.hidden) return
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      now = Date.now()
      timer = setInterval(tick, everyMs)
      document.addEventListener('visibilitychange', tick)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }
  return { subscribe, now: () => now }
}

const seconds = createTicker(SECOND_MS)
const minutes = createTicker(MINUTE_MS / 4)

/** The time, epoch milliseconds, updated every second or every 15 seconds. */
export function useNow(tick: 'second' | 'minute' = 'minute'): number {
  const { subscribe, now } = tick === 'second' ? seconds : minutes
  // There is no ticker during server rendering.
  return useSyncExternalStore(subscribe, now, Date.now)
}
