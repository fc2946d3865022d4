import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { AlertKind } from '../../contract/eventKind.ts'
import { type Filter, FilterCriteria } from '../../contract/filter.ts'
import type { Channel, Delivery, HoldReason, NotificationSettings } from '../../contract/notifications.ts'
import { enterOwnWebhook } from '../../server/accounts/ownWebhook.ts'
import type { MatchEventData } from '../../server/database/schema.ts'
import { createCircuitBreakers } from '../../server/delivery/circuitBreakers.ts'
import type { AlertDraft } from '../../server/delivery/plan.ts'
import type { Message, Senders, SendResult, Target } from '../../server/delivery/sender.ts'
import { createSlowUsers } from '../../server/delivery/slowUsers.ts'
import type { PlannedJob, SendJob } from '../../server/jobs/queue.ts'
import { enqueueAlerts } from '../../server/jobs/tasks/enqueueAlerts.ts'
import { type SendingDependencies, sendDelivery } from '../../server/jobs/tasks/sendDelivery.ts'
import { fingerprint, openSecretBox } from '../../server/runtime/secrets.ts'
import { saveDeliveries } from '../../server/store/deliveries.ts'
import { saveDevice } from '../../server/store/devices.ts'
import { insertFilter, loadFilters } from '../../server/store/filters.ts'
import { findDelivery, listDeliveries } from '../../server/store/ledger.ts'
import { saveMatchEvents } from '../../server/store/matches.ts'
import { saveNotificationSettings } from '../../server/store/notificationSettings.ts'
import { saveIdentity } from '../../server/store/users.ts'
import { aFilter, anAuction, NOW, someSettings } from '../delivery/support.ts'
import { handMovedClock } from './clock.ts'
import { openTestPool } from './database.ts'
import { DISCORD_WEBHOOK, OWN_WEBHOOK } from './providers.ts'

type Sent = { target: Target; message: Message }
type Planned = {
  channel?: Channel
  /** The user of these tests unless it is said otherwise. */
  userId?: string
  target?: string
  event?: AlertKind
  title?: string
  dueAt?: Date
  expiresAt?: Date
  reason?: HoldReason
  endsAt?: Date
}

const EMAIL = 'ada@example.org'
const LIFETIME_MS = 86_400_000

/** The send task on a real database, with a manual clock and scripted senders. */
export async function startSending(change: Parameters<typeof someSettings>[0] = {}, notify: Partial<Filter['notify']> = {}) {
  const { db, url } = await openTestPool()
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-sending-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const clock = handMovedClock(NOW)
  const sent: Sent[] = []
  const results: (SendResult | (() => Promise<SendResult>))[] = []
  const jobs: (SendJob & Partial<PlannedJob>)[] = []
  const runs = new Set<string>()

  const sender = {
    async send(target: Target, message: Message): Promise<SendResult> {
      sent.push({ target, message })
      const result = results.shift() ?? { status: 'accepted' as const, detail: 'taken' }
      return typeof result === 'function' ? result() : result
    },
  }
  /** Milliseconds for which the webhook wants nothing. */
  const rest = { ms: 0 }
  const senders: Senders = { discord: { ...sender, delayMs: () => rest.ms }, email: sender, webPush: sender, webhook: sender }
  const parts: SendingDependencies = {
    ...{ db, clock, secrets, senders },
    breakers: createCircuitBreakers(() => clock.now().getTime()),
    slowUsers: createSlowUsers(() => clock.now().getTime()),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://lotwatch.example',
    process: () => 'of the tests',
    random: () => 0.5,
    queue: {
      async enqueue(_, __, planned) {
        jobs.push(...planned)
      },
      work: async () => {},
      stop: async () => {},
    },
  }

  const profile = { identity: 'ada', name: 'Ada', email: EMAIL, emailVerified: true, avatar: '', isAnonymous: false }
  const user = await saveIdentity(db, profile, 'en', new Date())
  const entered = enterOwnWebhook(secrets, undefined, OWN_WEBHOOK, {})
  if ('error' in entered) throw new Error(entered.error.message)
  const saveSettings = (settings: NotificationSettings) =>
    saveNotificationSettings(db, user.id, {
      settings,
      discordWebhook: secrets.seal(DISCORD_WEBHOOK),
      webhook: entered.webhook,
    })
  await saveSettings(someSettings(change))
  const addDevice = (name: string) =>
    db
      .transaction()
      .execute((tx) =>
        saveDevice(tx, user.id, { kind: 'fcm', token: `token-${name}`, deviceKey: `device-${name}`, userAgent: '' }, clock.now()),
      )
  const device = await addDevice('of-fcm')
  /** Another user with a device; returns the argument of {@link plan}. */
  async function addUser(name: string): Promise<{ userId: string; target: string }> {
    const other = await saveIdentity(db, { ...profile, identity: name, email: `${name}@example.org` }, 'en', NOW)
    await saveNotificationSettings(db, other.id, { settings: someSettings(change), discordWebhook: null, webhook: null })
    const draft = { kind: 'fcm', token: `token-${name}`, deviceKey: `device-${name}`, userAgent: '' } as const
    const saved = await db.transaction().execute((tx) => saveDevice(tx, other.id, draft, clock.now()))
    return { userId: other.id, target: saved.id }
  }
  const targets: Record<Channel, string> = {
    email: EMAIL,
    discord: fingerprint(DISCORD_WEBHOOK),
    webPush: device.id,
    webhook: fingerprint(OWN_WEBHOOK),
  }

  const { id: _filterId, ...criteria } = aFilter({ notify })
  const filterId = await insertFilter(db, user.id, FilterCriteria.parse(criteria))

  /** An auction that the user's filter has matched, as the matcher leaves it. */
  async function match(
    change: Parameters<typeof anAuction>[0] = {},
    userId = user.id,
  ): Promise<{ auctionId: string; matchId: string }> {
    const [auctionId, matchId] = [randomUUID(), randomUUID()]
    const { id: _, firstSeenAt: __, lastSeenAt: ___, status, ...listing } = anAuction({ ...change, externalId: auctionId })
    await sql`insert into auction (id, marketplace, external_id, listing, status, ends_at)
      values (${auctionId}, 'lots', ${auctionId}, ${JSON.stringify(listing)}, ${status}, ${listing.endsAt ?? null})`.execute(db)
    await sql`insert into match (id, user_id, auction_id, matched_at, highlights, flags)
      values (${matchId}, ${userId}, ${auctionId}, ${NOW}, '[]', '[]')`.execute(db)
    await sql`insert into match_filter (match_id, filter_id, matched_at) values (${matchId}, ${filterId}, ${NOW})`.execute(db)
    return { auctionId, matchId }
  }

  /** A delivery of its own match, with its job. A later one waits for a digest unless another reason is given. */
  async function plan({
    channel = 'email',
    event = 'newMatch',
    title = 'Leica',
    target,
    userId,
    reason,
    ...times
  }: Planned = {}): Promise<SendJob> {
    const { matchId } = await match({ title, ...(times.endsAt ? { endsAt: times.endsAt.toISOString() } : {}) }, userId)
    const now = clock.now()
    const held = times.dueAt && times.dueAt > now ? { reason: reason ?? ('digest' as const) } : {}
    const draft = {
      ...{ userId: userId ?? user.id, matchId, filterIds: [filterId], event, occurrence: '', channel },
      ...{ target: target ?? targets[channel], targetLabel: channel },
      dueAt: times.dueAt ?? now,
      expiresAt: times.expiresAt ?? new Date(now.getTime() + LIFETIME_MS),
      ...held,
    }
    const [saved] = await db.transaction().execute((tx) => saveDeliveries(tx, [draft], now))
    if (!saved) throw new Error('a delivery of a new match is new')
    return { deliveryId: saved.id, dueAt: saved.dueAt }
  }

  /** Lets the matcher's last step happen: an event of a match becomes deliveries and jobs. */
  async function tell(alert: Omit<AlertDraft, 'userId' | 'filters'>, data: MatchEventData = {}): Promise<void> {
    const now = clock.now()
    const filters = (await loadFilters(db, [filterId])).map(({ filter }) => filter)
    const { matchId, kind, occurrence } = alert
    await db.transaction().execute(async (tx) => {
      await saveMatchEvents(tx, [{ matchId, kind, occurrence, at: now, data }])
      await enqueueAlerts(tx, parts, [{ ...alert, userId: user.id, filters }], now)
    })
  }

  /** Runs a job, for the second time if it was run before. */
  function send(job: SendJob): Promise<void> {
    const id = `${job.deliveryId} ${job.dueAt.getTime()}`
    const isRepeat = runs.has(id)
    runs.add(id)
    return sendDelivery(parts, { ...job, id, isRepeat })
  }

  /** Moves the clock from job to job and runs due jobs. */
  async function runUntil(at: Date): Promise<void> {
    for (;;) {
      const next = jobs.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())[0]
      if (!next || next.dueAt > at) break
      jobs.splice(jobs.indexOf(next), 1)
      clock.move(Math.max(0, next.dueAt.getTime() - clock.now().getTime()))
      await send(next)
    }
    clock.move(Math.max(0, at.getTime() - clock.now().getTime()))
  }

  /** Runs the job that was planned last, at its time. */
  async function sendNext(): Promise<void> {
    const job = jobs.pop()
    if (!job) throw new Error('nothing is planned')
    clock.move(Math.max(0, job.dueAt.getTime() - clock.now().getTime()))
    await send(job)
  }

  const ledger = async (): Promise<Delivery[]> => (await listDeliveries(db, user.id, { limit: 200 })).items

  async function look({ deliveryId }: SendJob): Promise<Delivery> {
    const delivery = await findDelivery(db, deliveryId)
    if (!delivery) throw new Error('the delivery is gone')
    return delivery
  }

  return {
    ...{ db, url, clock, parts, sent, results, rest, jobs, user, device, filterId, addDevice, addUser },
    ...{ match, plan, tell, runUntil, look, ledger, saveSettings, send, sendNext },
    /** Runs another job for the same delivery. */
    sendBeside: (job: SendJob) => sendDelivery(parts, { ...job, id: randomUUID(), isRepeat: false }),
    titles: () => sent.map(({ message }) => message.alerts.map(({ match }) => match.auction.title)),
  }
}
