import type { AttemptStatus } from '../../../contract/notifications.ts'
import { findTarget } from '../../account/recipients.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import { retryPauseMs } from '../../delivery/schedule.ts'
import type { Alert, Message, Senders, SendResult, Target } from '../../delivery/sender.ts'
import { failpoint } from '../../failpoint.ts'
import type { Logger } from '../../log.ts'
import type { SecretBox } from '../../secrets.ts'
import * as deliveries from '../../store/deliveries.ts'
import { markDeviceDead } from '../../store/devices.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadMatchEventData, loadMatches } from '../../store/matches.ts'
import { disableDiscord, loadNotificationSettings } from '../../store/notificationSettings.ts'
import { findUser } from '../../store/users.ts'
import type { Queue } from '../queue.ts'

export type SendingParts = {
  db: Db
  clock: Clock
  log: Logger
  queue: Queue
  secrets: SecretBox
  senders: Senders
  publicUrl: string
  random: () => number
}

/** So many alerts stand in one digest; the rest follow in the next message. */
const MAX_DIGEST_ALERTS = 50
/** When an hour's cap is reached, this is how long an alert waits before it asks again. */
const CAP_PAUSE_MS = 5 * MINUTE_MS

type Row = deliveries.DeliveryRow

/**
 * Sends one delivery, together with others that wait for the same digest. Every try leaves a row. What was accepted, is
 * dead or has expired is over; anything else is planned again, until it expires.
 */
export async function sendDelivery(parts: SendingParts, id: string): Promise<void> {
  const { db, clock } = parts
  const now = clock.now()
  const row = await deliveries.claimDelivery(db, id, now)
  if (!row) return
  if (row.expiresAt <= now) return settle(parts, [row], 'expired')
  const settings = (await loadNotificationSettings(db, [row.userId])).get(row.userId)?.settings
  const isCapped =
    settings !== undefined &&
    settings.maxPerHour > 0 &&
    (await deliveries.countAcceptedSince(db, row.userId, new Date(now.getTime() - HOUR_MS))) >= settings.maxPerHour
  if (isCapped) return putOff(parts, row, 'held', CAP_PAUSE_MS)

  const target = await findTarget(db, parts.secrets, row)
  if (!target) return fail(parts, [row], 'the target is no longer there')
  const isDigest = row.channel === 'email' && settings?.email.frequency !== 'instant' && row.event !== 'endingSoon'
  const rows = isDigest ? [row, ...(await deliveries.claimDigest(db, row, now, MAX_DIGEST_ALERTS - 1))] : [row]
  const message = await compose(parts, rows)
  if (!message) return settle(parts, rows, 'expired')

  failpoint('send.before')
  const startedAt = performance.now()
  const result = await send(parts.senders, target, message)
  const ms = Math.round(performance.now() - startedAt)
  failpoint('send.after')
  await record(parts, rows, target, result, ms)
}

async function compose({ db, publicUrl }: SendingParts, rows: readonly Row[]): Promise<Message | undefined> {
  const first = rows[0]
  if (!first) return undefined
  const user = await findUser(db, first.userId)
  const matches = await loadMatches(db, [...new Set(rows.map((row) => row.matchId))])
  const data = await loadMatchEventData(db, rows)
  const alerts = rows.flatMap((row, index): Alert[] => {
    const match = matches.get(row.matchId)
    return match && row.event !== 'ended' ? [{ deliveryId: row.id, kind: row.event, match, ...data[index] }] : []
  })
  if (!user || alerts.length === 0) return undefined
  const expiresAt = new Date(Math.max(...rows.map((row) => row.expiresAt.getTime())))
  return { alerts, locale: user.locale, timeZone: user.timeZone, publicUrl, expiresAt }
}

function send(senders: Senders, target: Target, message: Message): Promise<SendResult> {
  switch (target.channel) {
    case 'discord':
      return senders.discord.send(target, message)
    case 'email':
      return senders.email.send(target, message)
    case 'webPush':
      return senders.webPush.send(target, message)
  }
}

const IS_FINAL: Record<AttemptStatus, boolean> = {
  accepted: true,
  dead: true,
  rejected: true,
  // Our own credentials were refused: nothing is wrong with the target, so it waits until an operator has mended them.
  misconfigured: false,
  retry: false,
  throttled: false,
}

/** Writes the try, what it means for the delivery and the target, and the next try, in one transaction. */
async function record(parts: SendingParts, rows: readonly Row[], target: Target, result: SendResult, ms: number): Promise<void> {
  const { db, clock, log, random } = parts
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const row of rows) {
      await deliveries.insertAttempt(tx, { deliveryId: row.id, at: now, status: result.status, ms, detail: result.detail })
    }
    const ids = rows.map((row) => row.id)
    if (IS_FINAL[result.status]) {
      await deliveries.setDeliveryStatus(tx, ids, result.status === 'accepted' ? 'accepted' : 'failed', now)
    } else {
      for (const row of rows) {
        const pauseMs = retryPauseMs(await deliveries.countAttempts(tx, row.id), result.retryAfterMs, random())
        await postpone(parts, tx, row, 'waiting', new Date(now.getTime() + pauseMs))
      }
    }
    const first = rows[0]
    if (result.status === 'dead' && first) {
      if (target.channel === 'webPush') await markDeviceDead(tx, first.target, now)
      if (target.channel === 'discord') await disableDiscord(tx, first.userId)
    }
    await logUserEvents(
      tx,
      rows.map((row) => ({ userId: row.userId, kind: 'delivery', subject: row.id })),
    )
  })
  if (result.status !== 'accepted')
    log.warn({ channel: target.channel, status: result.status }, `not delivered: ${result.detail}`)
}

async function putOff(parts: SendingParts, row: Row, status: 'held' | 'waiting', ms: number): Promise<void> {
  await parts.db.transaction().execute((tx) => postpone(parts, tx, row, status, new Date(parts.clock.now().getTime() + ms)))
}

/** The row and its next job change together; past the expiry there is one last job, which notes that it is over. */
async function postpone(
  { queue }: SendingParts,
  tx: Parameters<Queue['enqueue']>[0],
  row: Row,
  status: 'held' | 'waiting',
  dueAt: Date,
): Promise<void> {
  await deliveries.postponeDelivery(tx, row.id, status, dueAt)
  await queue.enqueue(tx, row.channel, [{ deliveryId: row.id, target: row.target, startAt: dueAt }])
}

async function settle({ db, clock }: SendingParts, rows: readonly Row[], status: 'expired' | 'failed'): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deliveries.setDeliveryStatus(
      tx,
      rows.map((row) => row.id),
      status,
      clock.now(),
    )
    await logUserEvents(
      tx,
      rows.map((row) => ({ userId: row.userId, kind: 'delivery', subject: row.id })),
    )
  })
}

async function fail(parts: SendingParts, rows: readonly Row[], detail: string): Promise<void> {
  for (const row of rows) {
    await deliveries.insertAttempt(parts.db, { deliveryId: row.id, at: parts.clock.now(), status: 'dead', ms: 0, detail })
  }
  await settle(parts, rows, 'failed')
}
