/**
 * `npm run sim:fairness`: tests whether users can delay each other's alerts. Simulates many attackers, one kind of attack after
 * the other, and victims with normal traffic; the time is simulated, circuit breakers, lanes and ranks are real. Exit code 1
 * if the victims' 99th percentile more than doubles. Options: `--victims 200 --attackers 50 --minutes 30 --seed 1`.
 */
import { parseArgs } from 'node:util'
import { count, figure, printTable } from '../matching/table.ts'
import { compareAttacks, MOST_RATIO } from './compare.ts'

const { values } = parseArgs({
  options: {
    victims: { type: 'string', default: '200' },
    attackers: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const [victims, attackers, minutes, seed] = [values.victims, values.attackers, values.minutes, values.seed].map(Number)
if (!victims || !attackers || !minutes || !seed) throw new Error('all options are numbers above 0')
const rows = compareAttacks({ victims, attackers, minutes, seed })
printTable(
  `${victims} victims, ${attackers} attackers, ${minutes} min, seed ${seed}: delay of the victims' alerts, worst channel`,
  ['attack', 'alerts', 'p99 without', 'p99 under it', 'ratio'],
  rows.map((row) => [
    row.scenario,
    count(row.alerts),
    `${figure(row.p99WithoutAttack)} ms`,
    `${figure(row.p99)} ms`,
    figure(row.ratio),
  ]),
)
process.exit(rows.every(({ ratio }) => ratio <= MOST_RATIO) ? 0 : 1)
