import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time.ts'
import { describeDevices } from '../account/devices.ts'
import { foldAddress, type MailQuota } from '../account/mailQuota.ts'
import { saveSettings, shownSettings } from '../account/notificationSettings.ts'
import { readWebhookSecret, renewWebhookSecret } from '../account/ownWebhook.ts'
import { judgeRegistration } from '../account/registration.ts'
import { sendConfirmation, testChannel } from '../account/testChannel.ts'
import type { Tx } from '../database/pool.ts'
import { countAlerts, listLastGaps, readChannelAlerts } from '../store/alertReport.ts'
import { markDelivery, reopenDelivery } from '../store/deliveries.ts'
import {
  countOtherDevicesLocked,
  type DeviceRow,
  deleteDevice,
  deleteSurplusGoneDevices,
  isAddressGone,
  listDevices,
  markTestShown,
  noteDeviceSession,
  noteShown,
  saveDevice,
  withdrawDevice,
} from '../store/devices.ts'
import { listFilters } from '../store/filters.ts'
import { listDeliveries } from '../store/ledger.ts'
import { logUserEvents } from '../store/logs.ts'
import { loadNotificationSettings, saveWebhook } from '../store/notificationSettings.ts'
import { siteOf } from './clientAddress.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { MAILS_OF_NETWORK, MAILS_OF_USER, MAILS_TO_MAILBOX, MAX_DEVICES, MAX_GONE_DEVICES } from './limits.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

/** How far back the report on alerts looks. */
const REPORT_WINDOW_MS = 30 * DAY_MS
/** The least time for which an alert that is sent again on request is retried. */
const RESENT_LIFETIME_MS = HOUR_MS

const After = z.object({ queuedAt: z.iso.datetime(), id: z.uuid() })

export function serveNotifications(app: FastifyInstance, parts: HttpParts): void {
  const { db, clock, secrets } = parts

  serve(app, parts, 'readNotificationSettings', async ({ user }) => {
    const stored = (await loadNotificationSettings(db, [user.id], parts.log)).get(user.id)
    if (!stored) throw new Error('settings are loaded for every user that is asked for')
    return shownSettings(secrets, stored, user)
  })

  serveWrite(app, parts, 'replaceNotificationSettings', async ({ tx, user, body }) => {
    const saved = await saveSettings(tx, secrets, user.id, body, { privateHosts: parts.settings.webhookHosts })
    if ('errors' in saved) throw invalid(...saved.errors)
    await parts.rescheduleHeld(tx, user.id)
    return shownSettings(secrets, saved, user)
  })

  serve(app, parts, 'listDevices', async ({ user }) => describeDevices(db, await listDevices(db, user.id), clock.now()))

  serveWrite(app, parts, 'registerDevice', async ({ tx, user, session, body }) => {
    const judged = judgeRegistration(body, { operatorOrigins: parts.settings.push.origins })
    if ('errors' in judged) throw invalid(...judged.errors)
    const { draft } = judged
    const now = clock.now()
    if ((await countOtherDevicesLocked(tx, user.id, draft)) >= MAX_DEVICES) throw new ApiProblem('device_limit_reached')
    const addressGone = await isAddressGone(tx, draft)
    const saved = await saveDevice(tx, user.id, draft, now)
    await noteDeviceSession(tx, saved.id, session.id)
    await deleteSurplusGoneDevices(tx, user.id, MAX_GONE_DEVICES)
    await tellDevice(tx, saved)
    const [device] = await describeDevices(tx, [saved], now)
    if (!device) throw new Error('a device that is there can be described')
    return addressGone ? { ...device, addressGone } : device
  })

  serveWrite(app, parts, 'deleteDevice', async ({ tx, user, params }) => {
    if (!(await deleteDevice(tx, user.id, params.id))) throw new ApiProblem('not_found')
  })

  serveWrite(app, parts, 'withdrawDevice', async ({ tx, user, body }) => {
    const id = await withdrawDevice(tx, user.id, body.deviceKey, clock.now())
    if (id) await tellDevice(tx, { id, userId: user.id })
  })

  serve(app, parts, 'testChannel', async ({ user, body, request }) => {
    const result = await testChannel({ ...parts, mailQuota: mailQuota(parts, user.id, request) }, user, body)
    if (!result) throw new ApiProblem('not_found')
    return result
  })

  serve(app, parts, 'confirmEmail', ({ user, request }) =>
    sendConfirmation({ ...parts, mailQuota: mailQuota(parts, user.id, request) }, user),
  )

  serve(app, parts, 'readAlertReport', async ({ user }) => {
    const since = new Date(clock.now().getTime() - REPORT_WINDOW_MS)
    const [counts, channels, gaps, filters] = await Promise.all([
      countAlerts(db, user.id, since),
      readChannelAlerts(db, user.id, since),
      listLastGaps(db, since),
      listFilters(db, user.id),
    ])
    return {
      since: since.toISOString(),
      channels,
      filters: counts.map((one) => {
        const { marketplaces = [] } = filters.find(({ id }) => id === one.filterId) ?? {}
        const [lastGap] = gaps
          .filter(({ marketplace }) => marketplaces.length === 0 || marketplaces.includes(marketplace))
          .sort((a, b) => b.to.localeCompare(a.to))
        return { ...one, ...(lastGap ? { lastGap } : {}) }
      }),
    }
  })

  serveWrite(app, parts, 'resendDelivery', async ({ tx, user, params }) => {
    const now = clock.now()
    const row = await reopenDelivery(tx, user.id, params.id, now, new Date(now.getTime() + RESENT_LIFETIME_MS))
    if (!row) throw new ApiProblem('not_found')
    await parts.enqueueSend(tx, row)
    await logUserEvents(tx, [{ userId: user.id, kind: 'delivery', subject: row.id }])
  })

  serve(app, parts, 'readWebhookSecret', async ({ user }) => {
    const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
    const secret = stored && readWebhookSecret(secrets, stored, clock.now())
    if (!secret) throw new ApiProblem('not_found')
    return secret
  })

  // Not by serveWrite, which would keep the answer for repeats: a secret is kept sealed or not at all.
  serve(app, parts, 'renewWebhookSecret', async ({ user }) => {
    const now = clock.now()
    const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
    const webhook = stored && renewWebhookSecret(secrets, stored, now)
    const secret = webhook && readWebhookSecret(secrets, { webhook }, now)
    if (!secret) throw new ApiProblem('not_found')
    await saveWebhook(db, user.id, webhook)
    return secret
  })

  serve(app, parts, 'listDeliveries', async ({ user, query }) => {
    const { limit = DEFAULT_PAGE_SIZE, cursor, ...rest } = query
    const page = await listDeliveries(db, user.id, { ...rest, limit, after: readCursor(cursor, After) })
    return { items: page.items, nextCursor: writeCursor(page.after), asOf: clock.now().toISOString() }
  })

  for (const [name, step] of [
    ['markShown', 'shown'],
    ['markOpened', 'opened'],
  ] as const) {
    serveWrite(app, parts, name, async ({ tx, user, params }) => {
      const now = clock.now()
      const ids = await markDelivery(tx, user.id, params.id, step, now)
      if (ids.length === 0) {
        // A test message is no delivery; who opens one has seen it.
        const id = await markTestShown(tx, user.id, params.id, now)
        if (!id) throw new ApiProblem('not_found')
        return tellDevice(tx, { id, userId: user.id })
      }
      await noteShown(tx, user.id, ids)
      await logUserEvents(
        tx,
        ids.map((subject) => ({ userId: user.id, kind: 'delivery', subject })),
      )
    })
  }
}

/**
 * Rate limit for unsolicited mails, against flooding a mailbox by entering its address: by user and by network, so that one
 * person reaches few mailboxes, and by mailbox. The mailbox is counted last: a mail that the sender's own limits refuse uses
 * up nothing of it, or one guest could use up the limit of many mailboxes for the day.
 */
function mailQuota({ limits }: HttpParts, userId: string, request: FastifyRequest): MailQuota {
  return async (address) =>
    (await limits.fits(MAILS_OF_USER, userId)) &&
    (await limits.fits(MAILS_OF_NETWORK, siteOf(request.ip))) &&
    (await limits.fits(MAILS_TO_MAILBOX, foldAddress(address)))
}

/** Lets the user's open pages know that a device has changed. */
const tellDevice = (tx: Tx, { id, userId }: Pick<DeviceRow, 'id' | 'userId'>) =>
  logUserEvents(tx, [{ userId, kind: 'device', subject: id }])
