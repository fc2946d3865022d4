/**
 * `npm run bench:api`: measures previews, explanations and inbox pages through HTTP, with the server in its own process and
 * embedded PostgreSQL in a temporary folder. Exit code 1 if a request fails. Options: `options.ts`.
 */
import { cpus, loadavg } from 'node:os'
import { count, figure, printTable } from '../matching/table.ts'
import { makeWorkload } from '../matching/workload.ts'
import { askExplanations, askMatches, askPreviews, askSortedMatches, askWhileTyping } from './ask.ts'
import { askAsBystander, HOSTILE_SESSIONS } from './bystander.ts'
import { draftKinds } from './drafts.ts'
import { type Options, readOptions } from './options.ts'
import type { Figures } from './times.ts'
import { makeWorld } from './world.ts'

const PREVIEW_FLOOR_MS = 300
const MATCHES_FLOOR_MS = 50
const BYSTANDER_FLOOR_MS = 100
/** Warm-up until all code is compiled: requests of each kind, and pages a second. */
const WARM_UP_REQUESTS = 3
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
  const has = (part: Options['parts'][number]) => options.parts.includes(part)
  const all: Figures[] = []
  const floors: string[][] = []
  const measured = async (title: string, figures: Promise<Figures[]>) => {
    const known = await figures
    all.push(...known)
    printFigures(title, known)
    return Math.max(...known.map(({ p95 }) => p95))
  }
  const auctions = `${count(options.auctions)} auctions`
  if (has('previews')) {
    // Includes loading the list of auctions and compiling code.
    await measured(`The first preview of all, ${auctions}. ms`, askPreviews(world, kinds.slice(0, 1), 1))
    await askPreviews(world, kinds, WARM_UP_REQUESTS)
    const p95 = await measured(`Previews, ${auctions}, one after the other. ms`, askPreviews(world, kinds, options.requests))
    floors.push(floor(`p95 of every kind of preview, ${auctions}`, PREVIEW_FLOOR_MS, p95))
  }
  if (has('typing')) {
    const title = 'Previews while four people type, each keystroke ending the preview before. ms'
    const p95 = await measured(title, askWhileTyping(world, kinds, options.requests))
    floors.push(floor(`p95 of previews while four people type, ${auctions}`, PREVIEW_FLOOR_MS, p95))
  }
  if (has('explanations')) {
    await measured(
      'Explanations with all fixes and exclusions, one after the other. ms',
      askExplanations(world, kinds, options.requests),
    )
  }
  if (has('bystander')) {
    const title = `GET /api/user/me while ${HOSTILE_SESSIONS} sessions type hostile drafts, ${auctions}. ms`
    const p95 = await measured(title, askAsBystander(world, options.seconds))
    floors.push(floor(`p95 of a bystander's calls beside ${HOSTILE_SESSIONS} hostile sessions`, BYSTANDER_FLOOR_MS, p95))
  }
  if (has('matches')) {
    await askMatches(world, { rate: WARM_UP_RATE, seconds: WARM_UP_SECONDS })
    const inbox = `${count(options.users)} users with ${count(options.matches)} matches each`
    const p95 = await measured(`Pages of the inbox, ${inbox}, ${options.rate} a second. ms`, askMatches(world, options))
    floors.push(floor(`p95 of pages of the inbox, ${inbox}`, MATCHES_FLOOR_MS, p95))
    await measured(`Pages in other orders, ${inbox}, one after the other. ms`, askSortedMatches(world, options.requests))
  }
  const { saving, indexing } = world.savedMs
  printTable(
    'Storing. ms an auction',
    ['', ''],
    [
      ['within the poll', figure(saving)],
      ['index of words, behind it', figure(indexing)],
    ],
  )
  printTable('Floors', ['', 'floor', 'measured', ''], floors)
  console.log(`\nload after ${loadavg()[0]?.toFixed(2)}`)
  const failures = all.reduce((sum, one) => sum + one.failures, 0)
  if (failures > 0) console.error(`ERROR ${failures} requests failed`)
  process.exitCode = failures > 0 ? 1 : 0
} finally {
  await world.stop()
}

function floor(what: string, bound: number, measured: number): string[] {
  return [what, `≤ ${bound} ms`, `${figure(measured)} ms`, measured <= bound ? 'ok' : 'MISSED']
}

function printFigures(title: string, figures: readonly Figures[]): void {
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
