import { setTimeout as pause } from 'node:timers/promises'
import type { Listing } from '../../contract/auction.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { Cost } from '../process/parent.ts'
import type { Options } from './options.ts'
import { FILTERS_PER_USER, lotOf, type makeStream, type NewAuction } from './stream.ts'
import { LOTS_PER_OUTAGE, NOISE_WORD, OUTAGE_WORD, outageUsersOf, type World } from './world.ts'

const TURN_MS = 50
/** Background load: new auctions a second. */
const BESIDE_RATE = 100
/** Seconds of background load that are prepared in advance; more are created on demand. */
const BESIDE_SECONDS = 300
const DRAIN_MS = 20 * MINUTE_MS
/** Warm-up until the code is compiled. */
const WARM_UP_SECONDS = 10
const SLOW_SECONDS = 60

type Kind = 'steady' | 'outage' | 'besideOutage' | 'noise' | 'besideNoise' | 'slow' | 'besideSlow'
/** `p50` and so on: milliseconds from the listing to the push service's answer; `seconds`: total duration. */
export type Figures = {
  readonly kind: Kind
  readonly name: string
  readonly alerts: number
  readonly lost: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  /** Of the median alert, ms since its listing: when it was matched, and when its sender started. */
  readonly matched: number
  readonly claimed: number
  readonly seconds: number
  readonly cost?: Cost
}
type Stream = ReturnType<typeof makeStream>
/** What was listed when, and the expected alerts. */
type Listed = { prefix: string; at: Map<string, number>; alerts: { externalId: string; user: number }[] }

/** New auctions at the given rate, all targets healthy. */
export async function steady(world: World, stream: Stream, { rate, seconds }: Options): Promise<Figures[]> {
  stream.prepare(rate * (seconds + WARM_UP_SECONDS))
  await settle(world, await listFor(world, stream, 'warm', rate, WARM_UP_SECONDS * SECOND_MS))
  await world.cost()
  const began = performance.now()
  const listed = await listFor(world, stream, 'steady', rate, seconds * SECOND_MS)
  const cost = await world.cost()
  const took = (performance.now() - began) / SECOND_MS
  await settle(world, listed)
  return [await figures(world, listed, { kind: 'steady', name: `${rate} new auctions a second`, seconds: took, cost })]
}

/** One push service is down until all its deliveries are due; the other gets its own alerts throughout. */
export async function outage(world: World, stream: Stream, { due, outage: lasts, filters }: Options): Promise<Figures[]> {
  stream.prepare(BESIDE_RATE * BESIDE_SECONDS)
  world.beSink({ which: 'a', how: 'down' })
  await world.cost()
  const lots = Array.from({ length: LOTS_PER_OUTAGE }, (_, index) => lotOf(`outage-${index}`, `${OUTAGE_WORD} ${index}`))
  const users = outageUsersOf(Math.ceil(filters / FILTERS_PER_USER), due)
  const told = lots.flatMap(({ externalId }) => users.map((user) => ({ externalId, user })))
  const listed = { prefix: 'outage', at: new Map(lots.map(({ externalId }) => [externalId, Date.now()])), alerts: told }
  const stopBeside = beside(world, stream, 'during')
  world.list(lots)
  await until(async () => (await world.counts('outage')).all >= told.length, DRAIN_MS)
  await pause(lasts * SECOND_MS)
  world.beSink({ which: 'a', how: 'well' })
  const wellAt = performance.now()
  for (const lot of lots) listed.at.set(lot.externalId, Date.now())
  await until(async () => (await world.counts('outage')).open === 0, DRAIN_MS)
  const seconds = (performance.now() - wellAt) / SECOND_MS
  const others = await stopBeside()
  const cost = await world.cost()
  await settle(world, others)
  return [
    await figures(world, listed, { kind: 'outage', name: `${told.length} due after an outage, from its end`, seconds, cost }),
    await figures(
      world,
      others,
      { kind: 'besideOutage', name: 'others meanwhile, at the other service', seconds },
      (user) => user % 2 === 1,
    ),
    await figures(
      world,
      others,
      { kind: 'outage', name: 'others meanwhile, at the same service', seconds },
      (user) => user % 2 === 0,
    ),
  ]
}

/** One user whose filter matches everything, among others; all at the given rate. */
export async function noisyNeighbour(world: World, stream: Stream, { noise, rate }: Options): Promise<Figures[]> {
  stream.prepare(BESIDE_RATE * BESIDE_SECONDS)
  await world.cost()
  const lots = Array.from({ length: noise }, (_, index) => lotOf(`noise-${index}`, `${NOISE_WORD} ${index}`))
  const listed = emptyList('noise')
  const began = performance.now()
  const stopBeside = beside(world, stream, 'neighbour')
  await listAtRate(world, listed, Math.max(rate - BESIDE_RATE, BESIDE_RATE), (number) => {
    const listing = lots[number]
    return listing && { listing, users: [0] }
  })
  await until(async () => (await world.unmatched('noise', noise)) <= 0, DRAIN_MS)
  await until(async () => (await world.waiting()) === 0, DRAIN_MS, stopBeside)
  const seconds = (performance.now() - began) / SECOND_MS
  const others = await stopBeside()
  const cost = await world.cost()
  await settle(world, others)
  return [
    await figures(world, listed, { kind: 'noise', name: `one user with ${noise} matches`, seconds, cost }),
    await figures(world, others, { kind: 'besideNoise', name: 'others meanwhile', seconds }),
  ]
}

/** One in twenty targets of a push service answers only after the deadline. */
export async function slowTargets(world: World, stream: Stream, { rate }: Options): Promise<Figures[]> {
  stream.prepare(rate * SLOW_SECONDS)
  for (const which of ['a', 'b'] as const) world.beSink({ which, how: 'slow' })
  await world.cost()
  const listed = await listFor(world, stream, 'slow', rate, SLOW_SECONDS * SECOND_MS)
  for (const which of ['a', 'b'] as const) world.beSink({ which, how: 'well' })
  const cost = await world.cost()
  await settle(world, listed)
  const isSlow = (user: number) => Math.floor(user / 2) % 20 === 0
  const seconds = SLOW_SECONDS
  return [
    await figures(world, listed, { kind: 'slow', name: 'one target in twenty takes more than 15 s', seconds, cost }, isSlow),
    await figures(world, listed, { kind: 'besideSlow', name: 'others meanwhile', seconds }, (user) => !isSlow(user)),
  ]
}

const emptyList = (prefix: string): Listed => ({ prefix, at: new Map(), alerts: [] })

/** Lists auctions at a rate, a few per turn, until there are no more. */
async function listAtRate(
  world: World,
  listed: Listed,
  rate: number,
  next: (number: number) => NewAuction | undefined,
): Promise<void> {
  const began = performance.now()
  let isOver = false
  for (let number = 0; !isOver; ) {
    const due = ((performance.now() - began) * rate) / SECOND_MS
    const listings: Listing[] = []
    for (; number < due && !isOver; number++) {
      const one = next(number)
      isOver = one === undefined
      if (!one) break
      const externalId = `${listed.prefix}-${number}`
      listings.push({ ...one.listing, externalId })
      listed.alerts.push(...one.users.map((user) => ({ externalId, user })))
    }
    const now = Date.now()
    for (const { externalId } of listings) listed.at.set(externalId, now)
    if (listings.length > 0) world.list(listings)
    await pause(TURN_MS)
  }
}

/** Lists new auctions at a rate. Returns a function that stops this and gives what was listed. */
function beside(world: World, stream: Stream, prefix: string, rate = BESIDE_RATE): () => Promise<Listed> {
  const listed = emptyList(prefix)
  let isOver = false
  const listing = listAtRate(world, listed, rate, () => (isOver ? undefined : stream.next()))
  return async () => {
    isOver = true
    await listing
    return listed
  }
}

async function listFor(world: World, stream: Stream, prefix: string, rate: number, ms: number): Promise<Listed> {
  const stop = beside(world, stream, prefix, rate)
  await pause(ms)
  return stop()
}

/** Waits until all listings are matched and no deliveries are pending. */
async function settle(world: World, { prefix, at }: Listed): Promise<void> {
  await until(async () => (await world.unmatched(prefix, at.size)) <= 0 && (await world.waiting()) === 0, DRAIN_MS)
}

async function until(look: () => Promise<boolean>, timeoutMs: number, giveUp?: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await look())) {
    if (Date.now() > deadline) {
      await giveUp?.()
      throw new Error(`it did not come to rest within ${timeoutMs / MINUTE_MS} min`)
    }
    await pause(SECOND_MS / 2)
  }
}

async function figures(
  world: World,
  { prefix, at, alerts }: Listed,
  what: Pick<Figures, 'kind' | 'name' | 'seconds' | 'cost'>,
  isOne: (user: number) => boolean = () => true,
): Promise<Figures> {
  const all = (await world.delivered(prefix)).filter(({ user }) => isOne(user))
  const accepted = all.filter(({ acceptedAt }) => acceptedAt !== null)
  const since = (moment: 'queuedAt' | 'claimedAt' | 'acceptedAt') =>
    accepted.map((one) => (one[moment] ?? 0) - (at.get(one.externalId) ?? 0)).sort((a, b) => a - b)
  const ms = since('acceptedAt')
  const share = (part: number, of = ms) => of[Math.min(of.length - 1, Math.floor(of.length * part))] ?? Number.NaN
  const [matched, claimed] = [share(0.5, since('queuedAt')), share(0.5, since('claimedAt'))]
  const told = new Set(accepted.map(({ externalId, user }) => `${externalId} ${user}`))
  const lost = alerts.filter(({ externalId, user }) => isOne(user) && !told.has(`${externalId} ${user}`)).length
  return {
    ...what,
    alerts: ms.length,
    lost,
    matched,
    claimed,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    max: share(1),
  }
}
