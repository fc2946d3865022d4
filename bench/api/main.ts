/**
 * `npm run bench:api`: what previews, explanations and pages of the inbox take through HTTP, with the server in a process
 * of its own and embedded PostgreSQL in a temporary folder. Ends with 1 when a request fails. Options: `options.ts`.
 */
import { cpus, loadavg } from 'node:os'
import { count, figure, printTable } from '../matching/table.ts'
import { makeWorkload } from '../matching/workload.ts'
import { askExplanations, askMatches, askPreviews, askSortedMatches, askWhileTyping, type Figures } from './ask.ts'
import { draftKinds } from './drafts.ts'
import { readOptions } from './options.ts'
import { makeWorld } from './world.ts'

const PREVIEW_FLOOR_MS = 300
const MATCHES_FLOOR_MS = 50
/** Pages a second, until all code is compiled. */
const WARM_UP_RATE = 50
const WARM_UP_SECONDS = 5
const BYTES_PER_MB = 1e6

const options = readOptions()
const say = (what: string) => console.error(`… ${what}`)
console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}, load before ${loadavg()[0]?.toFixed(2)}`)
const workload = makeWorkload(options.seed)
const world = await makeWorld(options, workload, say)
try {
  const kinds = draftKinds(workload, options.seed)
  say('previews')
  // The first of all waits for the list and for compiled code; it is shown by itself.
  const first = await askPreviews(world, kinds.slice(0, 1), 1)
  const warmUp = await askPreviews(world, kinds, 2)
  const previews = await askPreviews(world, kinds, options.requests)
  say('typing')
  const typing = await askWhileTyping(world, kinds, options.requests)
  say('explanations')
  const explanations = await askExplanations(world, kinds, options.requests)
  say('matches')
  const warmPages = await askMatches(world, { rate: WARM_UP_RATE, seconds: WARM_UP_SECONDS })
  const matches = await askMatches(world, options)
  const sorted = await askSortedMatches(world, options.requests)

  table(`Previews on ${count(options.auctions)} auctions, one after the other. ms`, [
    ...named('the first of all', first),
    ...previews,
  ])
  table('Previews while four people type, each keystroke ending the preview before. ms', typing)
  table('Explanations with all fixes and exclusions. ms', explanations)
  table(
    `Pages of the inbox, ${count(options.users)} users with ${count(options.matches)} matches each, ${options.rate} a second. ms`,
    [...matches, ...sorted],
  )
  const { saving, indexing } = world.savedMs
  printTable(
    'Storing. ms an auction',
    ['', ''],
    [
      ['within the poll', figure(saving)],
      ['index of words, behind it', figure(indexing)],
    ],
  )
  const p95 = (all: readonly Figures[]) => Math.max(...all.map((one) => one.p95))
  const isFull = options.auctions >= 100_000
  printTable(
    'Floors',
    ['', 'floor', 'measured', ''],
    [
      floor(
        `p95 of every kind of preview${isFull ? '' : ` (at ${count(options.auctions)} auctions only)`}`,
        PREVIEW_FLOOR_MS,
        p95(previews),
      ),
      floor('p95 of previews while typing', PREVIEW_FLOOR_MS, p95(typing)),
      floor(`p95 of pages of the inbox, ${count(options.users)} × ${count(options.matches)}`, MATCHES_FLOOR_MS, p95(matches)),
    ],
  )
  const failures = [...first, ...warmUp, ...previews, ...typing, ...explanations, ...warmPages, ...matches, ...sorted].reduce(
    (sum, one) => sum + one.failures,
    0,
  )
  if (failures > 0) console.error(`ERROR ${failures} requests failed`)
  process.exitCode = failures > 0 ? 1 : 0
} finally {
  await world.stop()
}

function floor(what: string, bound: number, measured: number): string[] {
  return [what, `≤ ${bound} ms`, `${figure(measured)} ms`, measured <= bound ? 'ok' : 'MISSED']
}

function named(name: string, figures: readonly Figures[]): Figures[] {
  return figures.map((one) => ({ ...one, name }))
}

function table(title: string, figures: readonly Figures[]): void {
  printTable(
    title,
    ['', 'requests', 'found', 'p50', 'p95', 'p99', 'max', 'CPU of the server', 'longest wait of its event loop', 'resident MB'],
    figures.map(({ name, times, found, p50, p95, p99, max, cost }) => [
      name,
      count(times),
      found === undefined ? '' : figure(found),
      ...[p50, p95, p99, max, cost.cpuMs / times, cost.maxDelayMs, cost.residentBytes / BYTES_PER_MB].map(figure),
    ]),
  )
}
