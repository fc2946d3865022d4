import { Channel } from '../../contract/notifications.ts'
import { ATTACKS, type Attack } from './behaviours.ts'
import { type Delays, simulate, type World } from './simulate.ts'

/** Allowed ratio of the victims' delays under an attack to those without. */
export const MOST_RATIO = 2

export type Comparison = {
  readonly scenario: string
  readonly alerts: number
  /** 99th percentile of the victims' delays, ms. */
  readonly p99: number
  readonly p99WithoutAttack: number
  /** The worst of all channels. */
  readonly ratio: number
}

/** Runs each attack on its own and all together, and compares the victims' delays with those without attacks. */
export function compareAttacks(world: Omit<World, 'attacks'>): Comparison[] {
  const without = simulate({ ...world, attacks: [] })
  const scenarios: { scenario: string; attacks: readonly Attack[] }[] = [
    ...ATTACKS.map((attack) => ({ scenario: attack.name, attacks: [attack] })),
    { scenario: 'all of them together', attacks: ATTACKS },
  ]
  return scenarios.map(({ scenario, attacks }) => compare(scenario, without, simulate({ ...world, attacks })))
}

function compare(scenario: string, without: Delays, under: Delays): Comparison {
  const rows = Channel.options.map((channel) => {
    const [before, after] = [p99(without[channel]), p99(under[channel])]
    return { before, after, ratio: after / before, alerts: under[channel].length }
  })
  const worst = rows.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  return {
    ...{ scenario, p99: worst.after, p99WithoutAttack: worst.before, ratio: worst.ratio },
    alerts: rows.reduce((sum, { alerts }) => sum + alerts, 0),
  }
}

function p99(delays: readonly number[]): number {
  const sorted = delays.toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN
}
