import { Channel } from '../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { Lane } from '../../server/database/schema.ts'
import { LANES } from '../../server/database/schema.ts'
import { retryPauseMs } from '../../server/notifications/alerts/schedule.ts'
import { TRAITS } from '../../server/notifications/channels/registry.ts'
import { createCircuitBreakers } from '../../server/notifications/delivery/circuitBreakers.ts'
import { BACKLOG_RANK, createRanking, slotsOfUser } from '../../server/notifications/delivery/lanes.ts'
import { createSlowUsers } from '../../server/notifications/delivery/slowUsers.ts'
import { Random } from '../matching/random.ts'
import { type Attack, type Behaviour, well } from './behaviours.ts'
import { Heap } from './heap.ts'

export type World = {
  readonly victims: number
  readonly attackers: number
  readonly minutes: number
  readonly seed: number
  readonly attacks: readonly Attack[]
}

/** Intervals of listings that match all attackers' filters, and of those that match a victim's. */
const FLOOD_EVERY_MS = 3 * SECOND_MS
const VICTIM_ALERT_EVERY_MS = 5 * MINUTE_MS
/** Our own work per send, sequential, whatever its outcome. */
const WORK_MS = 2
/** From a due time to the next claim. */
const FETCH_MS = 50
const KNOWN_SHARE = 0.95
const USUAL_ANSWER_MS = 200
const LONG_AGO = -24 * HOUR_MS
const RETURN_MS = 10 * SECOND_MS
const LIFETIME_MS = 24 * HOUR_MS
const STREAMS = { victims: 301, attackers: 302, providers: 303 }

type Place = {
  readonly id: string
  readonly channel: Channel
  answer: Behaviour
  sends: number
  isDead: boolean
  acceptedAt: number | undefined
  returns: boolean
}
type User = { readonly id: string; readonly isVictim: boolean; readonly places: Place[] }
type Job = { user: User; place: Place; lane: Lane; rank: number; madeAt: number; tries: number; order: number }
type Lines = { ready: Heap<Job>; parked: Map<string, Heap<Job>>; running: Map<string, number>; count: number }

/** The queue's order. */
const BY_RANK = (a: Job, b: Job) => a.rank - b.rank || a.order - b.order

export type Delays = Readonly<Record<Channel, readonly number[]>>

/**
 * Simulates sends on a virtual clock: circuit breakers, lanes, ranks, slots and retry pauses are real, the queue's order and
 * the providers are modelled.
 * @returns the delays of the victims' alerts, ms; alerts not accepted by the end count until then
 */
export function simulate(world: World): Delays {
  return new Simulation(world).run()
}

class Simulation {
  readonly #world: World
  readonly #events = new Heap<{ at: number; order: number; act: () => void }>((a, b) => a.at - b.at || a.order - b.order)
  readonly #lines = new Map<string, Lines>()
  readonly #waiting = new Map<string, number>()
  readonly #providers: Random
  readonly #delays = Object.fromEntries(Channel.options.map((channel): [Channel, number[]] => [channel, []])) as Record<
    Channel,
    number[]
  >
  readonly #open = new Set<Job>()
  #now = 0
  #order = 0
  #freeAt = 0
  #number = 0
  readonly #breakers = createCircuitBreakers(() => this.#now)
  readonly #slowUsers = createSlowUsers(() => this.#now)

  constructor(world: World) {
    this.#world = world
    this.#providers = new Random(world.seed, STREAMS.providers)
    for (const lane of LANES) {
      for (const channel of Channel.options)
        this.#lines.set(`${channel} ${lane}`, {
          ready: new Heap(BY_RANK),
          ...{ parked: new Map(), running: new Map(), count: 0 },
        })
    }
  }

  run(): Delays {
    const endsAt = this.#world.minutes * MINUTE_MS
    this.#startVictims()
    this.#startAttackers()
    for (let event = this.#events.pop(); event && event.at <= endsAt; event = this.#events.pop()) {
      this.#now = event.at
      event.act()
    }
    for (const { place, madeAt } of this.#open) this.#delays[place.channel].push(endsAt - madeAt)
    return this.#delays
  }

  #at(at: number, act: () => void): void {
    this.#events.push({ at, order: this.#order++, act })
  }

  #place(channel: Channel, answer: Behaviour, returns = false): Place {
    return { id: `place-${this.#number++}`, channel, answer, returns, sends: 0, isDead: false, acceptedAt: undefined }
  }

  #startVictims(): void {
    for (let index = 0; index < this.#world.victims; index++) {
      const random = new Random(this.#world.seed, STREAMS.victims, index)
      const user = {
        id: `victim-${index}`,
        isVictim: true,
        places: Channel.options.map((channel) => this.#place(channel, well(channel))),
      }
      // By the database, most targets have accepted messages before.
      const isKnown = random.chance(KNOWN_SHARE)
      for (const place of user.places) {
        if (isKnown) place.acceptedAt = LONG_AGO
        if (isKnown) this.#slowUsers.end(place.channel, user.id, USUAL_ANSWER_MS)
      }
      const alert = () => {
        this.#enqueueAlerts([user])
        this.#at(this.#now + VICTIM_ALERT_EVERY_MS * -Math.log(1 - random.unit()), alert)
      }
      this.#at(VICTIM_ALERT_EVERY_MS * random.unit(), alert)
    }
  }

  #startAttackers(): void {
    const { attacks, attackers, seed } = this.#world
    if (attacks.length === 0) return
    const users = Array.from({ length: attackers }, (_, index): User[] => {
      const attack = attacks[index % attacks.length] as Attack
      const isMore = Math.floor(index / attacks.length) >= (attack.most ?? attackers)
      if (isMore) return []
      const places = Array.from({ length: attack.targets }, () => this.#place(attack.channel, attack.answer, attack.returns))
      if (attack.isOld) for (const place of places) place.acceptedAt = LONG_AGO
      return [{ id: `attacker-${index}`, isVictim: false, places }]
    }).flat()
    const random = new Random(seed, STREAMS.attackers)
    const flood = () => {
      this.#enqueueAlerts(users)
      this.#at(this.#now + FLOOD_EVERY_MS * 2 * random.unit(), flood)
    }
    this.#at(0, flood)
    const comeBack = () => {
      for (const { places } of users) {
        for (const [index, place] of places.entries())
          if (place.isDead && place.returns) places[index] = this.#place(place.channel, place.answer, true)
      }
      this.#at(this.#now + RETURN_MS, comeBack)
    }
    this.#at(RETURN_MS, comeBack)
  }

  /** Enqueues the alerts of a listing that matches these users' filters, like the matcher's last step. */
  #enqueueAlerts(users: readonly User[]): void {
    for (const channel of Channel.options) {
      const rankOf = createRanking((userId) => this.#waiting.get(`${userId} ${channel}`) ?? 0)
      for (const user of users) {
        for (const place of user.places) {
          if (place.channel !== channel || place.isDead) continue
          const job = {
            user,
            place,
            lane: 'now' as const,
            rank: rankOf(user.id),
            madeAt: this.#now,
            tries: 0,
            order: 0,
          }
          if (user.isVictim) this.#open.add(job)
          this.#enqueue(job, this.#now)
        }
      }
    }
  }

  #enqueue(job: Job, at: number): void {
    this.#count(job, 1)
    this.#at(Math.max(at, this.#now) + FETCH_MS, () => {
      job.order = this.#order++
      const lines = this.#linesOf(job)
      lines.ready.push(job)
      this.#fill(lines, job.place.channel, job.lane)
    })
  }

  #isProven = ({ acceptedAt }: Place) => acceptedAt !== undefined && acceptedAt <= this.#now - HOUR_MS

  #count({ user, place }: Job, by: number): void {
    const key = `${user.id} ${place.channel}`
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + by)
  }

  #linesOf({ place, lane }: Job): Lines {
    return this.#lines.get(`${place.channel} ${lane}`) as Lines
  }

  /** Fetches jobs like the queue: lowest rank first, and no more than a user's share. */
  #fill(lines: Lines, channel: Channel, lane: Lane): void {
    const slots = TRAITS[channel].slots[lane]
    while (lines.count < slots) {
      const job = lines.ready.pop()
      if (!job) return
      const { id } = job.user
      const running = lines.running.get(id) ?? 0
      if (running >= slotsOfUser(slots)) {
        const parked = lines.parked.get(id) ?? new Heap(BY_RANK)
        parked.push(job)
        lines.parked.set(id, parked)
        continue
      }
      lines.running.set(id, running + 1)
      lines.count++
      this.#freeAt = Math.max(this.#freeAt, this.#now) + WORK_MS
      this.#at(this.#freeAt, () => this.#send(job, lines))
    }
  }

  #free(job: Job, lines: Lines): void {
    const { id } = job.user
    lines.count--
    lines.running.set(id, (lines.running.get(id) ?? 1) - 1)
    const parked = lines.parked.get(id)?.pop()
    if (parked) lines.ready.push(parked)
    this.#fill(lines, job.place.channel, job.lane)
  }

  /** Sends like the send task. */
  #send(job: Job, lines: Lines): void {
    const { user, place } = job
    this.#count(job, -1)
    const again = (at: number, lane: Lane, rank = 0) => {
      const next = { ...job, lane, rank }
      this.#open.delete(job)
      this.#free(job, lines)
      if (at >= job.madeAt + LIFETIME_MS) return
      if (user.isVictim) this.#open.add(next)
      this.#enqueue(next, at)
    }
    const over = () => {
      this.#open.delete(job)
      this.#free(job, lines)
    }
    if (place.isDead) {
      over()
      return
    }
    const { channel } = place
    if (job.lane !== 'slow' && this.#slowUsers.start(channel, user.id, TRAITS[channel].slots[job.lane]) === 'slow') {
      again(this.#now, 'slow', this.#slowUsers.noteMove(channel, user.id))
      return
    }
    const breaker = this.#breakers.of(providerOf(place))
    const sent = { userId: user.id, target: place.id, isProven: this.#isProven(place) }
    const delayMs = breaker.delayMs(sent)
    if (delayMs > 0) {
      this.#slowUsers.end(channel, user.id)
      again(this.#now + delayMs, 'later', BACKLOG_RANK)
      return
    }
    const { status, ms, isLocal } = place.answer(this.#providers, place.sends++)
    this.#at(this.#now + ms, () => {
      this.#slowUsers.end(channel, user.id, ms)
      job.tries++
      if (status === 'accepted') place.acceptedAt ??= this.#now
      const isTrusted = isLocal || breaker.note({ ...sent, isProven: this.#isProven(place) }, status).isTrusted
      if (status === 'accepted' && user.isVictim) this.#delays[place.channel].push(this.#now - job.madeAt)
      if (status === 'dead' && isTrusted) place.isDead = true
      if (status === 'accepted' || status === 'rejected' || (status === 'dead' && isTrusted)) {
        over()
        return
      }
      again(this.#now + retryPauseMs(job.tries, undefined, this.#providers.unit()), 'later')
    })
  }
}

/** All push devices share a provider, like those of one browser; each webhook is its own. */
const providerOf = ({ channel, id }: Place) => (channel === 'webhook' ? `webhook ${id}` : channel)
