import { expect, test } from 'vitest'
import { SECOND_MS } from '../../contract/time.ts'
import { isClean, printReport } from '../crash/report.ts'
import { runStorm } from '../crash/storm.ts'

/** A short storm without rising prices, which alert minutes later. `npm run test:crash` is the long one. */
const OPTIONS = { stormMs: 8 * SECOND_MS, alerts: 60, seed: 1, risingShare: 0 }
const TIMEOUT_MS = 300 * SECOND_MS

test('every process killed at random while providers fail: nothing lost or duplicated, every repeat explained', {
  timeout: TIMEOUT_MS,
}, async () => {
  const report = await runStorm(OPTIONS, () => {})
  if (!isClean(report)) printReport(report, OPTIONS)
  expect(report.verdict).toMatchObject({ lost: [], unfounded: [], doubled: [] })
  expect(report.verdict.expected).toBeGreaterThanOrEqual(OPTIONS.alerts)
  expect(isClean(report)).toBe(true)
  expect(Object.values(report.kills).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(2)
})
