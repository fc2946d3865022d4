import fc from 'fast-check'
import { sql } from 'kysely'
import { Channel, type NotificationSettings } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { LANES } from '../../server/database/schema.ts'
import type { Message, SendResult } from '../../server/notifications/channels/channel.ts'
import { createCircuitBreakers } from '../../server/notifications/delivery/circuitBreakers.ts'
import { sendClaim } from '../../server/notifications/delivery/send.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { type Claim, claimDue, claimMessages, takeOver } from '../../server/store/deliveryQueue.ts'
import { TRANSITIONS } from '../../server/store/deliveryStates.ts'
import { deleteDevice } from '../../server/store/devices.ts'
import { loadNotificationSettings } from '../../server/store/notificationSettings.ts'
import { someSettings } from '../notifications/support.ts'
import { withSend } from './channels.ts'
import type { Scheduled, startSending } from './sending.ts'

/** Outcomes of an attempt: the provider's answers, lost answers, and the end of our own process. */
const OUTCOMES = [
  ...['accepted', 'ackLost', 'refusedForNow', 'throttled', 'dead', 'misconfigured', 'rejected'],
  ...['killedBefore', 'killedAfter'],
] as const
type Outcome = (typeof OUTCOMES)[number]

const RESULTS: Record<Exclude<Outcome, 'killedBefore' | 'killedAfter'>, SendResult> = {
  accepted: { status: 'accepted', detail: 'taken' },
  ackLost: { status: 'retry', detail: 'unreachable' },
  refusedForNow: { status: 'retry', detail: 'status 502' },
  throttled: { status: 'throttled', detail: 'status 429', retryAfterMs: 65 * SECOND_MS },
  dead: { status: 'dead', detail: 'status 410' },
  misconfigured: { status: 'misconfigured', detail: 'status 401' },
  rejected: { status: 'rejected', detail: 'status 400' },
}
/** After these a delivery may be sent once more. */
const REPEATABLE: readonly Outcome[] = [
  ...(['ackLost', 'refusedForNow', 'throttled', 'misconfigured', 'killedBefore', 'killedAfter'] as const),
]

type Sending = Awaited<ReturnType<typeof startSending>>
type Planned = { id: string; channel: Channel; expiresAt: Date }
type Row = { id: string; channel: Channel; status: string; dueAt: Date; expiresAt: Date }

/** Auctions end long after all their alerts. */
const FAR_MS = 60 * DAY_MS
const MAX_DRAIN_STEPS = 3000
export const GONE = 'the target is no longer there'

/** The maximum of alerts in a message, alone and in a batch; further ones would be lost. */
const MAX_ALERTS: Record<Channel, number> = { email: 1, discord: 10, ntfy: 1, telegram: 20, webPush: 1, webhook: 1 }
const MAX_GATHERED: Record<Channel, number> = {
  ...{ email: 50, discord: 500, ntfy: 500, telegram: 500, webPush: 500, webhook: 1 },
}

/** Messages that one claim takes at most. */
const MOST_CLAIMED = 16
const SOURCES = LANES.flatMap((lane) => Channel.options.map((channel) => ({ lane, channel })))

class Killed extends Error {}

/** Lets the database refuse every change of a state that is not a transition. */
async function forbidOtherTransitions({ db }: Sending): Promise<void> {
  const pairs = Object.values(TRANSITIONS).flatMap((states) => Object.entries(states).map(([from, to]) => `${from} ${to}`))
  const allowed = sql.join([...new Set(pairs)].map((pair) => sql.lit(pair)))
  await sql`
    create or replace function check_transition() returns trigger language plpgsql as $$ begin
      if old.status <> new.status and concat(old.status, ' ', new.status) not in (${allowed}) then
        raise exception 'no transition from % to %', old.status, new.status;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create or replace trigger check_transition before update on delivery
    for each row execute function check_transition()`.execute(db)
}

/**
 * Sending with a real store, senders that can be killed, and a provider with scripted answers. Every send is checked against the
 * invariants, and every change of a state against the transitions.
 */
export class DeliveryWorld {
  readonly planned: Planned[] = []
  readonly #sending: Sending
  #outcomes: Outcome[] = []
  #beside: (() => Promise<void>) | undefined
  /** Deliveries whose send is under way, and webhooks that are being called. */
  readonly #inFlight = new Set<string>()
  readonly #last = new Map<string, { outcome: Outcome; alerts: number }>()
  readonly #tries = new Map<string, number>()
  #devices: string[] = []
  #deviceNumber = 0

  private constructor(sending: Sending) {
    this.#sending = sending
  }

  /** An empty world: nothing planned, every channel on, one device. */
  static async open(sending: Sending): Promise<DeliveryWorld> {
    const world = new DeliveryWorld(sending)
    const { db, parts, clock } = sending
    await sql`delete from match`.execute(db)
    await sql`delete from device`.execute(db)
    await sql`update notification_settings set bounced_email = null`.execute(db)
    parts.breakers = createCircuitBreakers(() => clock.now().getTime())
    await forbidOtherTransitions(sending)
    const send = (_: unknown, message: Message) => world.#send(message)
    for (const channel of Channel.options) parts.channels = withSend(parts.channels, channel, send)
    await sending.saveSettings(someSettings())
    await world.addDevice()
    return world
  }

  /** The deliveries that are due, oldest first. */
  async due(): Promise<Scheduled[]> {
    const now = this.#sending.clock.now()
    return (await this.#sending.pending()).filter(({ dueAt }) => dueAt <= now)
  }

  async plan(channel: Channel, { expiresInMs, dueInMs }: { expiresInMs: number; dueInMs: number }): Promise<void> {
    const now = this.#sending.clock.now().getTime()
    const [dueAt, expiresAt] = [new Date(now + dueInMs), new Date(now + expiresInMs)]
    const device = this.#devices.at(-1)
    if (channel === 'webPush' && !device) return
    const target = channel === 'webPush' && device ? { target: device } : {}
    const endsAt = new Date(now + FAR_MS)
    const job = await this.#sending.plan({ channel, ...target, dueAt, expiresAt, endsAt })
    this.planned.push({ id: job.deliveryId, channel, expiresAt })
  }

  /**
   * Sends a due delivery's message, unless its sender is killed. `outcomes`: of the sends from now on, then all are accepted.
   * `beside` runs while the first is under way.
   */
  async run(delivery: Scheduled, outcomes: readonly Outcome[], beside?: () => Promise<void>): Promise<void> {
    this.#outcomes = [...outcomes]
    this.#beside = beside
    await this.runBeside(delivery)
    this.#outcomes = []
    this.#beside = undefined
    await this.#check()
  }

  /** Sends a due delivery while another one is sent. */
  async runBeside({ deliveryId }: Scheduled): Promise<void> {
    const { db, rulesOf } = this.#sending
    const [row] = (await this.#rows([deliveryId])).slice(0, 1)
    if (row)
      await this.#sendAll(await db.transaction().execute((tx) => claimMessages(tx, row.channel, [row.id], rulesOf(row.channel))))
  }

  async planAndRun(channel: Channel): Promise<void> {
    await this.plan(channel, { expiresInMs: HOUR_MS, dueInMs: 0 })
    const delivery = (await this.due()).at(-1)
    if (delivery) await this.runBeside(delivery)
  }

  /** Another process claims whatever it can. */
  runTwin = async (): Promise<void> => {
    const { db, rulesOf } = this.#sending
    for (const source of SOURCES) {
      const rules = { ...rulesOf(source.channel), process: 'twin' }
      await this.#sendAll(await takeOver(db, source, rules, MOST_CLAIMED))
      await this.#sendAll(await claimDue(db, source, rules, { limit: MOST_CLAIMED, slotsOfUser: MOST_CLAIMED }))
    }
  }

  async #sendAll(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) {
      try {
        await sendClaim(this.#sending.parts, claim)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        await sql`update delivery set claimed_in = 'killed', claimed_at = claimed_at - interval '1 minute'
          where claim = ${claim.claim}`.execute(this.#sending.db)
      }
    }
  }

  async #send(message: Message): Promise<SendResult> {
    const { clock } = this.#sending
    // Tries of one moment would be one row.
    clock.move(1)
    const ids = message.alerts.map(({ deliveryId }) => deliveryId)
    const outcome = this.#outcomes.shift() ?? 'accepted'
    await this.#judgeSend(ids, message.batch !== undefined)
    for (const id of ids) this.#inFlight.add(id)
    const beside = this.#beside
    this.#beside = undefined
    if (beside) {
      // The outcomes do not apply to the task that runs beside it.
      const outcomes = this.#outcomes.splice(0)
      await beside()
      this.#outcomes = outcomes
    }
    for (const id of ids) {
      this.#inFlight.delete(id)
      this.#last.set(id, { outcome, alerts: ids.length })
    }
    if (outcome === 'killedBefore' || outcome === 'killedAfter') throw new Killed()
    for (const id of ids) this.#tries.set(id, (this.#tries.get(id) ?? 0) + 1)
    return RESULTS[outcome]
  }

  async #judgeSend(ids: readonly string[], isBatched: boolean): Promise<void> {
    const now = this.#sending.clock.now().getTime() - 1
    const rows = await this.#rows(ids)
    const settings = await this.#settings()
    if (rows.length !== ids.length) throw new Error('something was sent that is not planned')
    for (const { id, channel, status, expiresAt } of rows) {
      const says = `${channel} ${id}`
      if (this.#inFlight.has(id)) throw new Error(`${says} is sent twice at the same time`)
      if (expiresAt.getTime() <= now) throw new Error(`${says} is sent after its time`)
      if (status !== 'sending') throw new Error(`${says} is sent although it is ${status}`)
      if (!settings[channel].enabled) throw new Error(`${says} is sent to a channel that is switched off`)
      const last = this.#last.get(id)
      const isSplit = last?.outcome === 'rejected' && last.alerts > 1
      // Dead targets are restored when their provider turns out to be faulty.
      if (last && !isSplit && last.outcome !== 'dead' && !REPEATABLE.includes(last.outcome))
        throw new Error(`${says} is sent again after ${last.outcome}`)
    }
    const dead = await sql<{ id: string }>`
      select delivery.id from delivery left join device on device.id::text = target
      where channel = 'webPush' and delivery.id = any(${[...ids]}::uuid[]) and (device.id is null or dead_at is not null)`.execute(
      this.#sending.db,
    )
    if (dead.rows.length > 0) throw new Error(`${dead.rows[0]?.id} is sent to a device that is gone`)
    const most = (isBatched ? MAX_GATHERED : MAX_ALERTS)[rows[0]?.channel ?? 'webPush']
    if (ids.length > most) throw new Error(`${ids.length} alerts stand in a message that tells ${most}`)
    const busy = rows.some(({ channel }) => channel === 'discord') && (await this.#isWebhookBusy())
    if (busy) throw new Error('a webhook gets two messages at the same time')
  }

  async #isWebhookBusy(): Promise<boolean> {
    return (await this.#rows([...this.#inFlight])).some(({ channel }) => channel === 'discord')
  }

  async #rows(ids?: readonly string[]): Promise<Row[]> {
    const { db } = this.#sending
    const query = db.selectFrom('delivery').select(['id', 'channel', 'status', 'dueAt', 'expiresAt'])
    return (ids ? query.where('id', '=', sql<string>`any(${[...ids]}::uuid[])`) : query).execute()
  }

  /** Expired deliveries had time to be sent. */
  async #check(): Promise<void> {
    const now = this.#sending.clock.now()
    for (const { id, channel, status, expiresAt } of await this.#rows()) {
      if (status === 'expired' && expiresAt > now) throw new Error(`${channel} ${id} was given up before its time`)
    }
  }

  advance(ms: number): void {
    this.#sending.clock.move(ms)
  }

  async change(change: Parameters<typeof someSettings>[0]): Promise<void> {
    const { email, ...settings } = await this.#settings()
    await this.#sending.saveSettings(someSettings({ ...settings, ...change, email: { ...email, ...change?.email } }))
  }

  async toggle(channel: Channel): Promise<void> {
    const settings = await this.#settings()
    await this.change({ [channel]: { ...settings[channel], enabled: !settings[channel].enabled } })
  }

  /** As they are stored: a dead webhook is switched off by the server. */
  async #settings(): Promise<NotificationSettings> {
    const { db, user } = this.#sending
    return (await loadNotificationSettings(db, [user.id])).get(user.id)?.settings ?? someSettings()
  }

  async addDevice(): Promise<void> {
    this.#devices.push((await this.#sending.addDevice(`number-${this.#deviceNumber++}`)).id)
  }

  async removeDevice(): Promise<void> {
    const id = this.#devices.pop()
    if (id) await deleteDevice(this.#sending.db, this.#sending.user.id, id)
  }

  /** The worker reports messages that its service accepted. */
  async report(index: number, step: 'shown' | 'opened'): Promise<void> {
    const taken = this.planned.filter(({ id, channel }) => {
      const outcome = this.#last.get(id)?.outcome
      return channel === 'webPush' && (outcome === 'accepted' || outcome === 'ackLost' || outcome === 'killedAfter')
    })
    const one = taken[index % taken.length]
    if (one) await markDelivery(this.#sending.db, this.#sending.user.id, one.id, step, this.#sending.clock.now())
  }

  /** The worker is quicker than its service's answer. */
  async reportSent(): Promise<void> {
    const { db, user, clock } = this.#sending
    const rows = await this.#rows([...this.#inFlight])
    for (const { id } of rows.filter(({ channel }) => channel === 'webPush'))
      await markDelivery(db, user.id, id, 'shown', clock.now())
  }

  /** Everyone is well again: sends every delivery when its time comes, until none is left; then nothing may have been lost. */
  async drain(): Promise<void> {
    for (let steps = 0; ; steps++) {
      if (steps > MAX_DRAIN_STEPS) throw new Error('the deliveries come to no end')
      await this.runTwin()
      const [next] = await this.#sending.pending()
      if (!next) break
      this.advance(Math.max(0, next.dueAt.getTime() - this.#sending.clock.now().getTime()))
    }
    await this.#check()
    for (const { id, channel } of this.planned) {
      const { status, attempts } = await this.#sending.look({ deliveryId: id })
      const says = `${channel} ${id} (${status}, last ${this.#last.get(id)?.outcome})`
      const tries = attempts.filter(({ detail }) => detail !== GONE)
      if (tries.length !== (this.#tries.get(id) ?? 0))
        throw new Error(`${says}: ${tries.length} rows of ${this.#tries.get(id)} tries`)
      const why = attempts.at(-1)?.status
      const isOver =
        (status === 'accepted' && this.#last.get(id)?.outcome === 'accepted') ||
        ((status === 'shown' || status === 'opened') && this.#last.has(id)) ||
        (status === 'failed' && (why === 'dead' || why === 'rejected')) ||
        (status === 'expired' && this.#last.get(id)?.outcome !== 'accepted')
      if (!isOver) throw new Error(`${says} is lost`)
    }
  }
}

type Command = fc.AsyncCommand<object, DeliveryWorld>

/** A step that is always possible; `name` is shown by a failing run. */
function step(name: string, act: (world: DeliveryWorld) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (_, world) => act(world),
    toString: () => name,
  }
}

const channel = fc.constantFrom(...Channel.options)
const index = fc.nat(20)
const lifetime = fc.constantFrom(20 * SECOND_MS, 3 * MINUTE_MS, 2 * HOUR_MS, DAY_MS)
const delay = fc.constantFrom(0, 0, 0, 5 * SECOND_MS, 30 * MINUTE_MS)
const outcome = fc.array(fc.constantFrom<Outcome>('accepted', 'accepted', ...OUTCOMES), { minLength: 1, maxLength: 3 })

async function dueAt(world: DeliveryWorld, at: number): Promise<Scheduled | undefined> {
  const due = await world.due()
  return due[at % due.length]
}

const planning = [
  fc
    .tuple(channel, lifetime, delay)
    .map(([to, expiresInMs, dueInMs]) =>
      step(`plan ${to} +${dueInMs} until +${expiresInMs}`, (world) => world.plan(to, { expiresInMs, dueInMs })),
    ),
  fc.tuple(channel, lifetime, fc.integer({ min: 2, max: 4 })).map(([to, expiresInMs, count]) =>
    step(`plan ${count} for ${to} until +${expiresInMs}`, async (world) => {
      for (let one = 0; one < count; one++) await world.plan(to, { expiresInMs, dueInMs: 0 })
    }),
  ),
]
const running = [
  fc.tuple(index, outcome).map(([at, what]) =>
    step(`run ${at}: ${what}`, async (world) => {
      const job = await dueAt(world, at)
      if (job) await world.run(job, what)
    }),
  ),
  fc.tuple(index, outcome).map(([at, what]) =>
    step(`run ${at} with its twin beside: ${what}`, async (world) => {
      const job = await dueAt(world, at)
      if (job) await world.run(job, what, world.runTwin)
    }),
  ),
  fc.tuple(index, index, outcome).map(([at, other, what]) =>
    step(`run ${at} with ${other} beside: ${what}`, async (world) => {
      const job = await dueAt(world, at)
      if (!job) return
      const others = (await world.due()).filter(({ deliveryId }) => deliveryId !== job.deliveryId)
      const beside = others[other % others.length]
      await world.run(job, what, async () => {
        if (beside) await world.runBeside(beside)
      })
    }),
  ),
  fc.tuple(index, outcome).map(([at, what]) =>
    step(`run ${at} and it is shown before the answer: ${what}`, async (world) => {
      const job = await dueAt(world, at)
      if (job) await world.run(job, what, () => world.reportSent())
    }),
  ),
  fc.tuple(index, channel, outcome).map(([at, to, what]) =>
    step(`run ${at} while one more for ${to} comes: ${what}`, async (world) => {
      const job = await dueAt(world, at)
      if (job) await world.run(job, what, () => world.planAndRun(to))
    }),
  ),
]
const happening = [
  fc.constant(step('another process looks for work', (world) => world.runTwin())),
  fc
    .constantFrom(SECOND_MS, 15 * SECOND_MS, 3 * MINUTE_MS, HOUR_MS)
    .map((ms) => step(`wait ${ms} ms`, async (world) => world.advance(ms))),
  channel.map((which) => step(`switch ${which}`, (world) => world.toggle(which))),
  fc
    .constantFrom('instant' as const, 'hourly' as const)
    .map((frequency) => step(`mails ${frequency}`, (world) => world.change({ email: { frequency } }))),
  fc.constantFrom(0, 1, 3).map((maxPerHour) => step(`cap ${maxPerHour}`, (world) => world.change({ maxPerHour }))),
  fc.constant(step('add a device', (world) => world.addDevice())),
  fc.constant(step('remove a device', (world) => world.removeDevice())),
  fc
    .tuple(index, fc.constantFrom('shown' as const, 'opened' as const))
    .map(([at, what]) => step(`report ${at} ${what}`, (world) => world.report(at, what))),
]

/** Planning and running are listed several times to occur more often. */
export const commands = fc.commands([...planning, ...planning, ...running, ...running, ...running, ...happening], {
  maxCommands: 60,
  size: 'max',
})
