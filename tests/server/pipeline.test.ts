import { expect, test } from 'vitest'
import type { Filter } from '../../contract/filter.ts'
import type { Match } from '../../contract/match.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery } from '../../contract/notifications.ts'
import { PollError } from '../../server/marketplaces/connector.ts'
import { startMailServer } from '../support/mailServer.ts'
import { DISCORD_WEBHOOK, startProvider } from '../support/providers.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const ALL_ROLES = { ROLES: 'api,poll,match,deliver' }
type Page<T> = { items: T[] }

const inbox = async (user: TestUser, query = '') => (await user.get<Page<Match>>(`/api/matches${query}`)).items
const ledger = async (user: TestUser) => (await user.get<Page<Delivery>>('/api/notifications/deliveries')).items
const matchOf = (user: TestUser, title: string, isReady: (match: Match) => boolean = () => true) =>
  eventually(
    async () => (await inbox(user)).find(({ auction, ...match }) => auction.title === title && isReady({ auction, ...match })),
    `a match "${title}"`,
  )

async function start() {
  const marketplace = new ScriptedMarketplace()
  const [discord, mail] = [await startProvider({ status: 200, body: '{}' }), await startMailServer()]
  const server = await startTestServer(
    { ...ALL_ROLES, DISCORD_URL: discord.url, SMTP_URL: mail.url },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(server.address, { provider: 'password', email: 'ada@example.org' })
  const settings = {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    discord: { enabled: true, webhookUrl: DISCORD_WEBHOOK, channelName: 'lots', format: 'detailed' },
  }
  expect((await user.call('PUT', '/api/notifications/settings', settings)).status).toBe(200)
  return { marketplace, discord, mail, server, user }
}

test('a new auction reaches the user on every channel, once, with a ledger', async () => {
  const { marketplace, discord, mail, user } = await start()
  marketplace.put('old', { title: 'Leica M3' })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica' })

  // Auctions older than the filter are in the inbox without alerts.
  expect(await matchOf(user, 'Leica M3')).toMatchObject({ events: [], state: 'new', filters: [{ name: 'Leica' }] })

  marketplace.put('new', { title: 'Leica M6 & <Co>', endsAt: new Date(Date.now() + 7_200_000).toISOString() })
  const match = await matchOf(user, 'Leica M6 & <Co>', ({ events }) => events.length > 0)
  expect(match.events).toMatchObject([{ kind: 'newMatch' }])
  expect(match.highlights).toEqual([{ field: 'title', start: 0, end: 5 }])

  const told = await eventually(async () => {
    const deliveries = await ledger(user)
    return deliveries.length === 2 && deliveries.every(({ status }) => status === 'accepted') && deliveries
  }, 'two accepted deliveries')
  expect(told.map(({ channel, event }) => `${channel} ${event}`).sort()).toEqual(['discord newMatch', 'email newMatch'])
  for (const { attempts, acceptedAt } of told) {
    expect(attempts).toMatchObject([{ status: 'accepted' }])
    expect(acceptedAt).toBeDefined()
  }
  expect(discord.received).toHaveLength(1)
  expect(JSON.parse(discord.received[0]?.body.toString() ?? '')).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ author: { name: 'New match' }, url: expect.stringContaining(`/auctions/${match.auction.id}`) }],
  })
  expect(mail.mails).toHaveLength(1)
  expect(mail.mails[0]?.to).toEqual(['ada@example.org'])
  expect(mail.mails[0]?.raw).toContain(`Message-ID: <${told.find(({ channel }) => channel === 'email')?.id}@`)
})

test('a price change alerts, and an end is logged', async () => {
  const { marketplace, user } = await start()
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica', price: { max: 5000, currency: 'EUR' } })
  marketplace.put('a', { title: 'Leica CL', endsAt: new Date(Date.now() + 3_600_000).toISOString() })
  const { id } = await matchOf(user, 'Leica CL', ({ events }) => events.length === 1)
  marketplace.put('a', { price: { amount: 2000, currency: 'EUR' }, bidCount: 1 })
  const changed = await matchOf(user, 'Leica CL', ({ events }) => events.length === 2)
  expect(changed.events[1]).toMatchObject({ kind: 'priceChange', from: { amount: 1000 }, to: { amount: 2000 } })

  // Above the filter's price it causes no alert, but the inbox stays up to date.
  marketplace.put('a', { price: { amount: 9000, currency: 'EUR' }, bidCount: 2 })
  const beyond = await matchOf(user, 'Leica CL', ({ auction }) => auction.price?.amount === 9000)
  expect(beyond.events).toHaveLength(2)
  expect(await user.get(`/api/auctions/${beyond.auction.id}`)).toMatchObject({
    priceHistory: [{ price: { amount: 1000 } }, { price: { amount: 2000 }, bidCount: 1 }, { price: { amount: 9000 } }],
  })

  marketplace.put('other')
  marketplace.listings.delete('a')
  const ended = await eventually(
    async () => (await inbox(user)).find((match) => match.id === id && match.events.at(-1)?.kind === 'ended'),
    'the end',
  )
  expect(ended.auction.status).toBe('gone')
})

test('a reminder comes before the end, and moves with it', async () => {
  const { marketplace, user, discord } = await start()
  await marketplace.polled()
  await user.call('POST', '/api/filters', {
    name: 'x',
    keywords: 'leica',
    notify: { endingSoonMinutes: [60], events: { newMatch: false } },
  })
  const inAnHourAnd = (ms: number) => new Date(Date.now() + 3_600_000 + ms).toISOString()
  marketplace.put('later', { title: 'Leica later', endsAt: inAnHourAnd(600_000) })
  marketplace.put('soon', { title: 'Leica soon', endsAt: inAnHourAnd(1200) })
  await matchOf(user, 'Leica soon', ({ events }) => events.some(({ kind, minutes }) => kind === 'endingSoon' && minutes === 60))
  await eventually(async () => discord.received.length === 1, 'the reminder')
  expect(JSON.parse(discord.received[0]?.body.toString() ?? '').embeds[0].author.name).toBe('Ends in 1 hour')
  marketplace.put('later', { endsAt: inAnHourAnd(-1000) })
  await matchOf(user, 'Leica later', ({ events }) => events.some(({ kind }) => kind === 'endingSoon'))
})

test('two filters that match one auction cause one alert that names both', async () => {
  const { marketplace, user, discord } = await start()
  await marketplace.polled()
  for (const keywords of ['leica', 'leitz']) await user.call('POST', '/api/filters', { name: keywords, keywords })
  await eventually(async () => (await user.get<Filter[]>('/api/filters/user')).length === 2, 'the filters')
  marketplace.put('both', { title: 'Leica by Leitz' })
  const match = await matchOf(user, 'Leica by Leitz', ({ events }) => events.length > 0)
  expect(match.filters.map(({ name }) => name)).toEqual(['leica', 'leitz'])
  await eventually(async () => (await ledger(user)).every(({ status }) => status === 'accepted'), 'the deliveries')
  expect(discord.received).toHaveLength(1)
  expect(JSON.parse(discord.received[0]?.body.toString() ?? '').embeds[0].footer.text).toContain('leica, leitz')
})

test('a failed or implausible poll changes nothing but the health', async () => {
  const { marketplace, user } = await start()
  for (let lot = 0; lot < 30; lot++) marketplace.put(`lot${lot}`)
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'all', marketplaces: ['scripted'] })
  await eventually(async () => (await inbox(user, '?limit=100')).length === 30, 'the inbox')
  const empty = { kind: 'listings' as const, listings: [], rejected: [], cursor: null, validators: {}, complete: true }
  marketplace.answers.push(
    async () => {
      throw new PollError('unreachable', 'no answer')
    },
    async () => empty,
    async () => ({ ...empty, listings: [...marketplace.listings.values()].slice(0, 5) }),
    async () => {
      throw new Error('a bug in the connector')
    },
  )
  const health = await eventually(async () => {
    const [one] = await user.get<{ health: { state: string; failures: number; lastError?: string } }[]>('/api/marketplaces')
    return one?.health.state === 'failing' && one.health
  }, 'a failing health')
  expect(health.lastError).toMatch(/absurd|unreachable|internal/)
  expect((await inbox(user, '?limit=100')).every(({ auction }) => auction.status === 'active')).toBe(true)
  await eventually(async () => {
    const [one] = await user.get<{ health: { state: string } }[]>('/api/marketplaces')
    return one?.health.state === 'ok'
  }, 'the recovery')
})

test('a throttled marketplace is paused', async () => {
  const { marketplace } = await start()
  await marketplace.polled()
  marketplace.answers.push(async () => {
    throw new PollError('throttled', 'status 429', { retryAfterMs: 1500 })
  })
  await eventually(async () => marketplace.answers.length === 0, 'the refusal')
  const before = marketplace.polls
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(marketplace.polls).toBe(before)
  await marketplace.polled(1)
})

test('failing providers: pauses observed, retried, and a dead target is switched off', async () => {
  const { marketplace, user, discord } = await start()
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica', notify: { channels: { email: false } } })
  discord.script.push({ status: 429, body: JSON.stringify({ retry_after: 0.4 }) }, { status: 500 }, 'cut')
  marketplace.put('a', { title: 'Leica a' })
  const delivery = await eventually(async () => {
    const [one] = await ledger(user)
    return one?.attempts.length === 2 && one
  }, 'two tries')
  expect(delivery.attempts.map(({ status }) => status)).toEqual(['throttled', 'retry'])
  const [first, second] = discord.received
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(400)

  discord.script.length = 0
  discord.script.push({ status: 404, body: '{"code":10015}' })
  marketplace.put('b', { title: 'Leica b' })
  await eventually(async () => (await ledger(user)).find(({ status }) => status === 'failed'), 'the dead webhook')
  expect(await user.get('/api/notifications/settings')).toMatchObject({ discord: { enabled: false } })
})

test('the inbox pages, sorts and filters', async () => {
  const { marketplace, user } = await start()
  for (let lot = 0; lot < 25; lot++) {
    const endsAt = lot % 5 === 0 ? {} : { endsAt: new Date(Date.now() + 3_600_000 + lot * 1000).toISOString() }
    marketplace.put(`lot${lot}`, { price: { amount: (lot * 7) % 25, currency: 'EUR' }, ...endsAt })
  }
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'all', marketplaces: ['scripted'] })
  await eventually(async () => (await inbox(user, '?limit=100')).length === 25, 'the inbox')
  for (const [sort, expected] of [
    ['newest', 25],
    ['price', 25],
    ['endingSoon', 20],
  ] as const) {
    const seen: Match[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<Match> & { nextCursor: string | null } = await user.get(
        `/api/matches?limit=7&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items)
      cursor = page.nextCursor
    }
    expect(new Set(seen.map(({ id }) => id)).size, sort).toBe(expected)
    const keys = seen.map(
      ({ auction, matchedAt }) =>
        (sort === 'price'
          ? auction.price?.amount
          : sort === 'newest'
            ? -Date.parse(matchedAt)
            : Date.parse(auction.endsAt ?? '')) ?? 0,
    )
    expect(keys, sort).toEqual([...keys].sort((a, b) => a - b))
  }
  const [first] = await inbox(user)
  await user.call('PATCH', `/api/matches/${first?.id}`, { state: 'hidden' })
  expect(await inbox(user, '?limit=100')).toHaveLength(24)
  expect(await inbox(user, '?state=hidden')).toMatchObject([{ id: first?.id }])
})
