import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { AlertReport } from '../../contract/alertReport.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery } from '../../contract/notifications.ts'
import { openPool } from '../../server/database/pool.ts'
import { startDiscord } from '../support/discord.ts'
import { DISCORD_WEBHOOK } from '../support/providers.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

/** A user whose alerts go to a webhook, and a marketplace. */
async function start() {
  const marketplace = new ScriptedMarketplace()
  const discord = await startDiscord(Date.now)
  const { address, databaseUrl } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', DISCORD_URL: discord.url },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address)
  await user.call('PUT', '/api/notifications/settings', {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    discord: { enabled: true, webhookUrl: DISCORD_WEBHOOK, channelName: '', format: 'detailed' },
  })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica' })
  const ledger = async () => (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries')).items
  const report = () => user.get<AlertReport>('/api/notifications/report')
  return { marketplace, discord, address, databaseUrl, user, ledger, report }
}

test('an alert appears in the ledger step by step, is counted, and can be sent again', async () => {
  const { marketplace, discord, address, user, ledger, report } = await start()
  expect((await report()).filters).toMatchObject([{ alerts: 0, accepted: 0, waiting: 0 }])
  marketplace.put('m6', { title: 'Leica M6' })
  await eventually(async () => (await ledger())[0]?.status === 'accepted', 'the alert')

  const [delivery] = await ledger()
  if (!delivery) throw new Error('there is one')
  const { auction, matchedAt, queuedAt, acceptedAt = '' } = delivery
  expect(auction).toMatchObject({ title: 'Leica M6' })
  const steps = [auction.seenAt, matchedAt, queuedAt, acceptedAt]
  expect(steps).toEqual(steps.toSorted())
  const [counts] = (await report()).filters
  expect(counts).toMatchObject({ alerts: 1, accepted: 1, shown: 0, failed: 0, expired: 0, waiting: 0 })
  expect(counts?.p50Ms).toBe(counts?.p95Ms)
  expect(Math.abs((counts?.p50Ms ?? 0) - (Date.parse(acceptedAt) - Date.parse(auction.seenAt)))).toBeLessThan(5)

  const resend = `/api/notifications/deliveries/${delivery.id}/resend`
  const stranger = await TestUser.signIn(address)
  expect((await stranger.call('POST', resend)).status).toBe(404)
  expect((await user.call('POST', resend)).status).toBe(204)
  await eventually(async () => discord.taken.length === 2, 'the second message')
  await eventually(async () => (await ledger())[0]?.attempts.length === 2, 'its attempt')

  // A shown alert need not be sent again.
  await user.call('POST', `/api/notifications/deliveries/${delivery.id}/shown`)
  expect((await user.call('POST', resend)).status).toBe(404)
  expect((await report()).filters).toMatchObject([{ alerts: 1, accepted: 1, shown: 1 }])
})

test('each channel shows its last accepted alert, or the failure since', async () => {
  const { marketplace, discord, user, report } = await start()
  const of = async (channel: string) => (await report()).channels.find((one) => one.channel === channel)
  expect(await of('discord')).toBeUndefined()
  marketplace.put('m6', { title: 'Leica M6' })
  await eventually(async () => (await of('discord'))?.lastAcceptedAt, 'the first alert')
  expect(await of('discord')).toMatchObject({ waiting: 0, isPaused: false })
  expect(await of('discord')).not.toHaveProperty('lastFailure')

  discord.script.push({ status: 404 })
  marketplace.put('m5', { title: 'Leica M5' })
  const failed = await eventually(async () => (await of('discord'))?.lastFailure && of('discord'), 'the failure')
  expect(failed?.lastFailure).toMatchObject({ status: 'dead', detail: expect.stringMatching(/404/) })
  expect(Date.parse(failed?.lastFailure?.at ?? '')).toBeGreaterThan(Date.parse(failed?.lastAcceptedAt ?? ''))
  // Another user's.
  const stranger = await TestUser.signIn(user.address)
  expect((await stranger.get<AlertReport>('/api/notifications/report')).channels).toEqual([])
})

test('a gap in polling is reported', async () => {
  const { marketplace, databaseUrl, report } = await start()
  expect((await report()).filters[0]).not.toHaveProperty('lastGap')
  const pool = openPool(databaseUrl, pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  const gap = await eventually(async () => {
    // As if this server had been off for an hour; a poll that is under way writes over it.
    await sql`update search set last_success_at = now() - interval '1 hour', next_at = now() - interval '59 minutes'`.execute(
      pool.db,
    )
    return (await report()).filters[0]?.lastGap
  }, 'the gap')
  expect(gap.marketplace).toBe(marketplace.connector.id)
  expect(Math.round((Date.parse(gap.to) - Date.parse(gap.from)) / 60_000)).toBe(60)
})
