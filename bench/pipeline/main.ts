/**
 * `npm run bench:pipeline`: measures the whole server in one process with embedded PostgreSQL, from a marketplace's response
 * to the push service's. Exit code 1 if an alert was lost. Options: `options.ts`.
 */
import { cpus, loadavg } from 'node:os'
import { count, figure, printTable } from '../matching/table.ts'
import { makeWorkload } from '../matching/workload.ts'
import { type Figures, noisyNeighbour, outage, slowTargets, steady } from './measure.ts'
import { readOptions } from './options.ts'
import { makeStream } from './stream.ts'
import { makeWorld } from './world.ts'

const P50_FLOOR_MS = 150
const P99_FLOOR_MS = 1000
const OTHERS_P95_FLOOR_MS = 2000
const MEMORY_FLOOR_MB = 700
const BYTES_PER_MB = 1e6

const options = readOptions()
const say = (what: string) => console.error(`… ${what}`)
console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}, load before ${loadavg()[0]?.toFixed(2)}`)
const workload = makeWorkload(options.seed)
say('choosing filters and auctions')
const stream = makeStream(workload, options.filters)
const world = await makeWorld(options, workload, stream.filters, say)
const all: Figures[] = []
try {
  const { filters, ms } = world.matching
  console.log(`the matcher took in ${count(filters)} filters from the database in ${figure(ms / 1000)} s`)
  const parts = { steady, outage, neighbour: noisyNeighbour, slow: slowTargets }
  for (const part of options.parts) {
    say(part)
    all.push(...(await parts[part](world, stream, options)))
  }
  printTable(
    'From a marketplace’s answer to the push service’s. ms',
    [
      '',
      'alerts',
      'lost',
      'matched p50',
      'claimed p50',
      'p50',
      'p95',
      'p99',
      'max',
      'seconds',
      'CPU cores',
      'longest wait of the event loop',
      'resident MB',
    ],
    all.map(({ name, alerts, lost, matched, claimed, p50, p95, p99, max, seconds, cost }) => [
      name,
      ...[count(alerts), count(lost)],
      ...[matched, claimed, p50, p95, p99, max, seconds].map(figure),
      ...(cost ? [cost.cpuMs / 1000 / seconds, cost.maxDelayMs, cost.residentBytes / BYTES_PER_MB].map(figure) : ['', '', '']),
    ]),
  )
  const floors: string[][] = []
  const floor = (what: string, bound: number, measured: number | undefined, unit = 'ms') => {
    if (measured !== undefined)
      floors.push([what, `≤ ${bound} ${unit}`, `${figure(measured)} ${unit}`, measured <= bound ? 'ok' : 'MISSED'])
  }
  const of = (kind: Figures['kind']) => all.find((one) => one.kind === kind)
  floor('event → accepted, p50', P50_FLOOR_MS, of('steady')?.p50)
  floor('event → accepted, p99', P99_FLOOR_MS, of('steady')?.p99)
  floor('others beside an outage, p95', OTHERS_P95_FLOOR_MS, of('besideOutage')?.p95)
  floor('others beside a noisy user, p95', OTHERS_P95_FLOOR_MS, of('besideNoise')?.p95)
  floor('others beside slow targets, p95', OTHERS_P95_FLOOR_MS, of('besideSlow')?.p95)
  const resident = Math.max(...all.map(({ cost }) => (cost?.residentBytes ?? 0) / BYTES_PER_MB))
  floor(`resident, ${count(filters)} filters, ${count(options.stored)} auctions stored before`, MEMORY_FLOOR_MB, resident, 'MB')
  printTable('Floors', ['', 'floor', 'measured', ''], floors)
  console.log(`\nload after ${loadavg()[0]?.toFixed(2)}`)
} finally {
  await world.stop()
}
const lost = all.reduce((sum, one) => sum + one.lost, 0)
if (lost > 0) console.error(`ERROR ${lost} alerts were lost`)
process.exitCode = lost > 0 ? 1 : 0
