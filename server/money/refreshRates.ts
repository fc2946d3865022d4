import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import type { RatesSource } from './ratesSource.ts'

/** The ECB publishes once on working days. */
const INTERVAL_MS = 4 * HOUR_MS
const RETRY_MS = 15 * MINUTE_MS

/** Keeps the reference rates up to date. Without them, prices in other currencies cannot be compared, and filters show that. */
export function refreshRates(rates: RatesSource, log: Logger, onNewer: () => void): Loop {
  let wasMissing = false
  return startLoop('refreshRates', log, async (signal) => {
    const outcome = await rates.refresh(signal)
    if (outcome === 'newer') onNewer()
    const isMissing = rates.current() === undefined
    if (isMissing && !wasMissing) log.warn('no reference rates: prices in other currencies cannot be compared')
    wasMissing = isMissing
    return outcome === 'failed' ? RETRY_MS : INTERVAL_MS
  })
}
