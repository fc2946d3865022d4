import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { AlertKind } from '../../contract/eventKind.ts'
import { type Filter, FilterCriteria } from '../../contract/filter.ts'
import { Channel, type Delivery, type HoldReason, type NotificationSettings } from '../../contract/notifications.ts'
import type { Lane, MatchEventData } from '../../server/database/schema.ts'
import { LANES } from '../../server/database/schema.ts'
import { enqueueAlerts } from '../../server/notifications/alerts/enqueueAlerts.ts'
import type { AlertDraft } from '../../server/notifications/alerts/plan.ts'
import type { Channels, Message, SendResult, Target } from '../../server/notifications/channels/channel.ts'
import { enterTopic } from '../../server/notifications/channels/ntfy/stored.ts'
import { targetOfChat } from '../../server/notifications/channels/telegram/linking.ts'
import { enterWebhook } from '../../server/notifications/channels/webhook/stored.ts'
import { createCircuitBreakers } from '../../server/notifications/delivery/circuitBreakers.ts'
import { claimRules, laneOf } from '../../server/notifications/delivery/policy.ts'
import { type SendingDependencies, sendClaim } from '../../server/notifications/delivery/send.ts'
import { createSlowUsers } from '../../server/notifications/delivery/slowUsers.ts'
import { fingerprint, openSecretBox } from '../../server/runtime/secrets.ts'
import { saveDeliveries } from '../../server/store/deliveries.ts'
import { type Claim, claimDue, claimMessages, releaseClaim, takeOver } from '../../server/store/deliveryQueue.ts'
import { saveDevice } from '../../server/store/devices.ts'
import { insertFilter, loadFilters } from '../../server/store/filters.ts'
import { findDelivery, listDeliveries } from '../../server/store/ledger.ts'
import { saveMatchEvents } from '../../server/store/matches.ts'
import { saveNotificationSettings } from '../../server/store/notificationSettings.ts'
import { saveIdentity } from '../../server/store/users.ts'
import { aFilter, anAuction, NOW, someSettings } from '../notifications/support.ts'
import { scriptedChannels } from './channels.ts'
import { handMovedClock } from './clock.ts'
import { openTestPool } from './database.ts'
import { DISCORD_WEBHOOK, NTFY_TOPIC, OWN_WEBHOOK, TELEGRAM_CHAT } from './providers.ts'

type Sent = { target: Target; message: Message }
/** A delivery as it was scheduled; out of date once it is rescheduled. */
export type Scheduled = { deliveryId: string; dueAt: Date }
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
/** The presence of the sender in these tests. No process has it. */
const PROCESS = 'of the tests'
const SLOTS_OF_USER = 8

/** Sending on a real database, with a manual clock and scripted senders. */
export async function startSending(change: Parameters<typeof someSettings>[0] = {}, notify: Partial<Filter['notify']> = {}) {
  const { db, url } = await openTestPool()
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-sending-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const clock = handMovedClock(NOW)
  const sent: Sent[] = []
  const results: (SendResult | (() => Promise<SendResult>))[] = []

  const sender = {
    async send(target: Target, message: Message): Promise<SendResult> {
      sent.push({ target, message })
      const result = results.shift() ?? { status: 'accepted' as const, detail: 'taken' }
      return typeof result === 'function' ? result() : result
    },
  }
  /** Milliseconds for which the webhook wants nothing. */
  const rest = { ms: 0 }
  const scripted = scriptedChannels({ clock, secrets }, sender.send)
  const channels: Channels = { ...scripted, discord: { ...scripted.discord, delayMs: () => rest.ms } }
  const parts: SendingDependencies = {
    ...{ db, clock, channels },
    breakers: createCircuitBreakers(() => clock.now().getTime()),
    slowUsers: createSlowUsers(() => clock.now().getTime()),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://lotwatch.example',
    random: () => 0.5,
    wakeSenders: () => {},
  }
  const rulesOf = (channel: Channel) => ({ ...claimRules(channel), process: PROCESS, now: clock.now() })

  const profile = { identity: 'ada', name: 'Ada', email: EMAIL, emailVerified: true, avatar: '', isAnonymous: false }
  const user = await saveIdentity(db, profile, 'en', new Date())
  const entered = enterWebhook(secrets, undefined, OWN_WEBHOOK, {})
  if ('error' in entered) throw new Error(entered.error.message)
  const topic = enterTopic(secrets, undefined, { address: NTFY_TOPIC, token: '' }, {})
  if ('error' in topic) throw new Error(topic.error.message)
  const chat = secrets.seal(JSON.stringify({ chatId: TELEGRAM_CHAT, name: 'Ada' }))
  const kept = { ntfy: topic.secret, discord: secrets.seal(DISCORD_WEBHOOK), webhook: entered.secret ?? null, telegram: chat }
  const saveSettings = (settings: NotificationSettings) => saveNotificationSettings(db, user.id, settings, kept)
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
    await saveNotificationSettings(db, other.id, someSettings(change))
    const draft = { kind: 'fcm', token: `token-${name}`, deviceKey: `device-${name}`, userAgent: '' } as const
    const saved = await db.transaction().execute((tx) => saveDevice(tx, other.id, draft, clock.now()))
    return { userId: other.id, target: saved.id }
  }
  const targets: Record<Channel, string> = {
    email: EMAIL,
    discord: fingerprint(DISCORD_WEBHOOK),
    telegram: targetOfChat(secrets, TELEGRAM_CHAT),
    webPush: device.id,
    ntfy: fingerprint(NTFY_TOPIC),
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

  /** A delivery of its own match. A later one waits for a digest unless another reason is given. */
  async function plan({
    channel = 'email',
    event = 'newMatch',
    title = 'Leica',
    target,
    userId,
    reason,
    ...times
  }: Planned = {}): Promise<Scheduled> {
    const { matchId } = await match({ title, ...(times.endsAt ? { endsAt: times.endsAt.toISOString() } : {}) }, userId)
    const now = clock.now()
    const held = times.dueAt && times.dueAt > now ? { reason: reason ?? ('digest' as const) } : {}
    const draft = {
      ...{ userId: userId ?? user.id, matchId, filterIds: [filterId], event, occurrence: '', channel },
      ...{ target: target ?? targets[channel], targetLabel: channel },
      dueAt: times.dueAt ?? now,
      expiresAt: times.expiresAt ?? new Date(now.getTime() + LIFETIME_MS),
      ...held,
      ...{ lane: laneOf(held.reason ?? null), rank: 0 },
    }
    const [saved] = await db.transaction().execute((tx) => saveDeliveries(tx, [draft], now))
    if (!saved) throw new Error('a delivery of a new match is new')
    return { deliveryId: saved.id, dueAt: draft.dueAt }
  }

  /** Lets the matcher's last step happen: an event of a match becomes deliveries. */
  async function tell(alert: Omit<AlertDraft, 'userId' | 'filters'>, data: MatchEventData = {}): Promise<void> {
    const now = clock.now()
    const filters = (await loadFilters(db, [filterId])).map(({ filter }) => filter)
    const { matchId, kind, occurrence } = alert
    await db.transaction().execute(async (tx) => {
      await saveMatchEvents(tx, [{ matchId, kind, occurrence, at: now, data }])
      await enqueueAlerts(tx, parts, [{ ...alert, userId: user.id, filters }], now)
    })
  }

  async function run(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) {
      try {
        await sendClaim(parts, claim)
      } catch (error) {
        await releaseClaim(db, claim.claim)
        throw error
      }
    }
  }

  /** Sends a delivery, with the others of its message, or resumes a send that failed; nothing if it was rescheduled. */
  async function send({ deliveryId, dueAt }: Scheduled): Promise<void> {
    const row = await db.selectFrom('delivery').selectAll().where('id', '=', deliveryId).executeTakeFirst()
    if (row?.dueAt.getTime() !== dueAt.getTime()) return
    const { channel, lane, claim } = row
    if (row.status !== 'sending') {
      const claims = await db.transaction().execute(async (tx) => {
        // As `claimDue`, which leaves it to the next round instead of waiting.
        await sql`select pg_advisory_xact_lock(hashtextextended('deliveries of ' || ${row.userId}::text, 0))`.execute(tx)
        return claimMessages(tx, channel, [deliveryId], rulesOf(channel))
      })
      await run(claims)
      return
    }
    await sql`update delivery set claimed_at = claimed_at - interval '1 minute' where claim = ${claim} and claimed_in is null`.execute(
      db,
    )
    await run(await takeOver(db, { channel, lane }, rulesOf(channel), 1))
  }

  /** As another process would after the sender has ended. */
  async function takeOverFrom({ deliveryId }: Pick<Scheduled, 'deliveryId'>): Promise<void> {
    const { rows } = await sql<{ channel: Channel; lane: Lane }>`
      update delivery set claimed_in = 'ended', claimed_at = claimed_at - interval '1 minute'
      where claim = (select claim from delivery where id = ${deliveryId}) returning channel, lane`.execute(db)
    for (const { channel, lane } of rows.slice(0, 1)) await run(await takeOver(db, { channel, lane }, rulesOf(channel), 1))
  }

  /** Sends what is due now, and what becomes due by it. */
  async function sendDue(): Promise<void> {
    const limits = { limit: 16, slotsOfUser: SLOTS_OF_USER }
    for (let claims: Claim[] = [], isFirst = true; isFirst || claims.length > 0; isFirst = false) {
      claims = []
      for (const lane of LANES)
        for (const channel of Channel.options) claims.push(...(await claimDue(db, { channel, lane }, rulesOf(channel), limits)))
      await run(claims)
    }
  }

  /** The deliveries that are to be sent, by the time they are due. */
  async function pending(): Promise<Scheduled[]> {
    const { rows } = await sql<Scheduled>`
      select id as delivery_id, due_at from delivery where status in ('held', 'waiting') order by due_at, queued_at, id`.execute(
      db,
    )
    return rows
  }

  /** Moves the clock to each time at which something is due, and sends it. */
  async function runUntil(at: Date): Promise<void> {
    for (;;) {
      const [next] = await pending()
      if (!next || next.dueAt > at) break
      clock.move(Math.max(0, next.dueAt.getTime() - clock.now().getTime()))
      await sendDue()
    }
    clock.move(Math.max(0, at.getTime() - clock.now().getTime()))
  }

  /** Sends what is due next, at its time. */
  async function sendNext(): Promise<void> {
    const [next] = await pending()
    if (!next) throw new Error('nothing is pending')
    clock.move(Math.max(0, next.dueAt.getTime() - clock.now().getTime()))
    await send(next)
  }

  const ledger = async (): Promise<Delivery[]> => (await listDeliveries(db, user.id, { limit: 200 })).items

  async function look({ deliveryId }: Pick<Scheduled, 'deliveryId'>): Promise<Delivery> {
    const delivery = await findDelivery(db, deliveryId)
    if (!delivery) throw new Error('the delivery is gone')
    return delivery
  }

  return {
    ...{ db, url, clock, parts, sent, results, rest, user, device, filterId, addDevice, addUser, secrets },
    ...{
      match,
      plan,
      tell,
      runUntil,
      look,
      ledger,
      pending,
      saveSettings,
      send,
      takeOver: takeOverFrom,
      sendDue,
      sendNext,
      rulesOf,
    },
    titles: () => sent.map(({ message }) => message.alerts.map(({ match }) => match.auction.title)),
  }
}
