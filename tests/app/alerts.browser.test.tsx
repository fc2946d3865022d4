import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ChannelAlerts } from '../../contract/alertReport.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { filter, NOW } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => end())

const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()

const delivery = (number: number, change: Partial<Delivery> = {}): Delivery => ({
  id: `0193e5a0-0000-7000-8000-00000000000${number}`,
  matchId: '0193e5a0-0000-7000-8000-0000000000aa',
  filterIds: [],
  event: 'newMatch',
  channel: 'webPush',
  target: 'Chrome, Linux',
  status: 'accepted',
  attempts: [{ at: at(3), status: 'accepted', ms: 120, detail: 'status 201' }],
  auction: { id: '0193e5a0-0000-7000-8000-0000000000bb', title: `Leica M${number}`, listedAt: at(0), seenAt: at(2) },
  matchedAt: at(2.2),
  queuedAt: at(2.2),
  acceptedAt: at(3),
  ...change,
})

const CHANNELS: ChannelAlerts[] = [
  {
    channel: 'discord',
    waiting: 0,
    isPaused: false,
    lastAcceptedAt: at(-60),
    lastFailure: { at: at(0), status: 'dead', detail: 'status 404' },
  },
  { channel: 'email', waiting: 0, isPaused: false, lastAcceptedAt: at(-60) },
  { channel: 'webPush', waiting: 3, isPaused: true, lastFailure: { at: at(0), status: 'misconfigured', detail: 'status 401' } },
]

async function openOverview(path = '/overview', resend: () => unknown = () => undefined) {
  const known = filter(1)
  const app = await renderApp(path, ({ answers }) => {
    answers.listFilters = () => [known]
    answers.readNotificationSettings = () => ({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      ...{ discord: { ...DEFAULT_NOTIFICATION_SETTINGS.discord, enabled: true } },
      ...{ webPush: { ...DEFAULT_NOTIFICATION_SETTINGS.webPush, enabled: true } },
      ...{ webhook: { enabled: true, url: 'https://hooks.example/…' } },
    })
    answers.readAlertReport = () => ({
      channels: CHANNELS,
      since: at(-86_400),
      filters: [
        {
          ...{ filterId: known.id, alerts: 42, accepted: 40, shown: 38, waiting: 1, failed: 1, expired: 0 },
          ...{ p50Ms: 1400, p95Ms: 65_000, lastGap: { marketplace: 'demo', from: at(-7200), to: at(-3600) } },
        },
      ],
    })
    answers.listDeliveries = ({ input }) =>
      (input.query as { cursor?: string } | undefined)?.cursor
        ? { items: [delivery(3, { status: 'shown', shownAt: at(4) })], nextCursor: null, asOf: at(10) }
        : { items: [delivery(1), delivery(2, { status: 'failed', acceptedAt: undefined })], nextCursor: 'more', asOf: at(10) }
    answers.resendDelivery = resend
  })
  end = app.end
  return app
}

test('each filter says what became of its alerts, how fast, and when nobody looked', async () => {
  const { namesOfCalls } = await openOverview()
  await expect.element(page.getByText('42 alerts: 40 accepted, 38 shown, 1 waiting, 1 failed')).toBeVisible()
  await expect
    .element(page.getByText('From our first sight to acceptance: half within 1.4 sec, 95 of 100 within 1 min'))
    .toBeVisible()
  await expect.element(page.getByText(/Last gap: demo/)).toBeVisible()
  expect(namesOfCalls()).not.toContain('listDeliveries')
})

test('each channel says how its last alert went, and what waits for its service', async () => {
  await openOverview()
  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  const says = (name: string, text: RegExp) => expect.element(line(name).getByText(text)).toBeVisible()
  await says('Discord', /This target no longer exists. Set it up again. status 404/)
  await says('Discord', /Last alert/)
  await says('Email', /Last alert/)
  await says('Push', /Its service is not working/)
  await says('Push', /3 alerts wait/)
  await expect.element(line('Push').getByText(/status 401/)).not.toBeInTheDocument()
  await says('Webhook', /No alert yet/)
})

test('every alert stands there step by step, page by page, and is sent again at a tap', async () => {
  const { calls } = await openOverview()
  await page.getByText('Every alert, step by step').click()
  await expect.element(page.getByRole('link', { name: 'Leica M1' })).toBeVisible()
  await expect.element(page.getByText('seen +2 sec').first()).toBeVisible()
  await expect.element(page.getByText('matched +0.2 sec').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send again: Leica M2' }).click()
  await expect.element(page.getByText('On its way again.')).toBeVisible()
  expect(calls.filter(({ name }) => name === 'resendDelivery').map(({ input }) => input.params)).toEqual([{ id: delivery(2).id }])
  await page.getByRole('button', { name: 'More alerts' }).click()
  await expect.element(page.getByRole('link', { name: 'Leica M3' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send again: Leica M3' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'More alerts' })).not.toBeInTheDocument()
})

test('what cannot be sent again says why, in German too', async () => {
  await openOverview('/de/overview', () => {
    throw new ApiError('offline')
  })
  await page.getByText('Jede Meldung, Schritt für Schritt').click()
  await page.getByRole('button', { name: 'Nochmals senden: Leica M2' }).click()
  await expect.element(page.getByRole('group').getByText(/Du bist offline/)).toBeVisible()
})
