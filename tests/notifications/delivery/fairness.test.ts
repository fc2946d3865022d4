import { expect, test } from 'vitest'
import { compareAttacks, MOST_RATIO } from '../../../bench/fairness/compare.ts'

/** A small one; `npm run sim:fairness` has more victims and attackers. */
const WORLD = { victims: 100, attackers: 14, minutes: 20, seed: 3 }

test("no attack doubles the victims' delays", () => {
  for (const { scenario, ratio, alerts } of compareAttacks(WORLD)) {
    expect(alerts, scenario).toBeGreaterThan(1000)
    expect(ratio, scenario).toBeLessThanOrEqual(MOST_RATIO)
  }
})
