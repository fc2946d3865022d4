import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import { HOUR_MS } from '../../contract/time.ts'
import { readAlertReport } from '../accounts/alertReport.ts'
import type { ChannelModule } from '../notifications/channels/channel.ts'
import { foldAddress, type MailQuota } from '../notifications/channels/email/quota.ts'
import { readWebhookSecret, renewWebhookSecret } from '../notifications/channels/webhook/stored.ts'
import { logDeviceChange } from '../notifications/channels/webPush/devices.ts'
import { saveSettings, shownSettings } from '../notifications/settings.ts'
import { sendConfirmation, testChannel } from '../notifications/testChannel.ts'
import { markDelivery, resendDelivery } from '../store/deliveries.ts'
import { markTestShown, noteShown } from '../store/devices.ts'
import { listDeliveries } from '../store/ledger.ts'
import { logUserEvents } from '../store/logs.ts'
import { loadNotificationSettings, saveSecrets } from '../store/notificationSettings.ts'
import { siteOf } from './clientAddress.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAILS_OF_NETWORK, MAILS_OF_USER, MAILS_TO_MAILBOX } from './limits.ts'
import { ApiProblem, invalid } from './problems.ts'
import { serve, serveWrite } from './route.ts'

/** The minimum time for which a re-sent alert is retried. */
const RESENT_LIFETIME_MS = HOUR_MS
const LINK_RETRY_AFTER_SECONDS = 10

const After = z.object({ queuedAt: z.iso.datetime(), id: z.uuid() })

export function serveNotifications(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock, secrets, channels } = deps

  serve(app, deps, 'readNotificationSettings', async ({ user }) => {
    const stored = (await loadNotificationSettings(db, [user.id], deps.log)).get(user.id)
    if (!stored) throw new Error('no notification settings for the user')
    return shownSettings(channels, { stored, user })
  })

  serveWrite(app, deps, 'replaceNotificationSettings', async ({ tx, user, body }) => {
    const saved = await saveSettings(tx, channels, user.id, body)
    if ('errors' in saved) throw invalid(...saved.errors)
    await deps.rescheduleHeld(tx, user.id)
    return shownSettings(channels, { stored: saved, user })
  })

  serve(app, deps, 'testChannel', async ({ user, body, request }) => {
    const result = await testChannel({ ...deps, mailQuota: mailQuota(deps, user.id, request) }, user, body)
    if (!result) throw new ApiProblem('not_found')
    return result
  })

  serve(app, deps, 'confirmEmail', ({ user, request }) =>
    sendConfirmation({ ...deps, mailQuota: mailQuota(deps, user.id, request) }, user),
  )

  // Not with serveWrite, which would store the answer: the code is stored only hashed.
  serve(app, deps, 'linkChannel', async ({ user, params }) => {
    const channel: ChannelModule = channels[params.channel]
    if (!channel.linking || channel.isOffered === false) throw new ApiProblem('not_found')
    const link = await channel.linking.start({ db, log: deps.log }, user.id)
    if (!link) throw new ApiProblem('unavailable', { retryAfterSeconds: LINK_RETRY_AFTER_SECONDS })
    return link
  })

  serveWrite(app, deps, 'unlinkChannel', async ({ tx, user, params }) => {
    const channel: ChannelModule = channels[params.channel]
    if (!channel.linking) throw new ApiProblem('not_found')
    await channel.linking.end(tx, user.id)
  })

  serve(app, deps, 'readAlertReport', ({ user }) => readAlertReport(db, user.id, clock.now()))

  serveWrite(app, deps, 'resendDelivery', async ({ tx, user, params }) => {
    const now = clock.now()
    const row = await resendDelivery(tx, user.id, params.id, now, new Date(now.getTime() + RESENT_LIFETIME_MS))
    if (!row) throw new ApiProblem('not_found')
    await logUserEvents(tx, [{ userId: user.id, kind: 'delivery', subject: row.id }])
    deps.wakeSenders(row.channel, row.lane)
  })

  serve(app, deps, 'readWebhookSecret', async ({ user }) => {
    const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
    const secret = stored && readWebhookSecret(secrets, stored, clock.now())
    if (!secret) throw new ApiProblem('not_found')
    return secret
  })

  // Not with serveWrite, which would store the answer: the secret is stored only encrypted.
  serve(app, deps, 'renewWebhookSecret', async ({ user }) => {
    const now = clock.now()
    const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
    const webhook = stored && renewWebhookSecret(secrets, stored, now)
    const secret = webhook && readWebhookSecret(secrets, { secrets: { webhook } }, now)
    if (!secret) throw new ApiProblem('not_found')
    await saveSecrets(db, user.id, { webhook })
    return secret
  })

  serve(app, deps, 'listDeliveries', async ({ user, query }) => {
    const { limit = DEFAULT_PAGE_SIZE, cursor, ...rest } = query
    const page = await listDeliveries(db, user.id, { ...rest, limit, after: readCursor(cursor, After) })
    return { items: page.items, nextCursor: writeCursor(page.after), asOf: clock.now().toISOString() }
  })

  for (const [name, step] of [
    ['markShown', 'shown'],
    ['markOpened', 'opened'],
  ] as const) {
    serveWrite(app, deps, name, async ({ tx, user, params }) => {
      const now = clock.now()
      const ids = await markDelivery(tx, user.id, params.id, step, now)
      if (ids.length === 0) {
        // The id may be a test message's. Opening one proves that it was shown.
        const id = await markTestShown(tx, user.id, params.id, now)
        if (!id) throw new ApiProblem('not_found')
        return logDeviceChange(tx, { id, userId: user.id })
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
 * Rate limit for unsolicited mails, so that no mailbox is flooded by entering its address: by user and by network, so that one
 * sender reaches few mailboxes, and by mailbox. The mailbox is counted last: otherwise mails refused by the sender's own limits
 * would use up the limits of many mailboxes.
 */
function mailQuota({ limits }: HttpDependencies, userId: string, request: FastifyRequest): MailQuota {
  return async (address) =>
    (await limits.fits(MAILS_OF_USER, userId)) &&
    (await limits.fits(MAILS_OF_NETWORK, siteOf(request.ip))) &&
    (await limits.fits(MAILS_TO_MAILBOX, foldAddress(address)))
}
