import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Filter } from '../../contract/filter.ts'
import { openPool } from '../../server/database/pool.ts'
import { endLapsedPlans } from '../../server/retention/retention.ts'
import { startTestServer, TestUser } from '../support/server.ts'

test('an ended plan pauses the newest filters beyond the limit, and a new one resumes them', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const clock = { now: () => now }
  const { address, databaseUrl } = await startTestServer({}, { clock })
  const pool = openPool(databaseUrl, pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  const signIn = () => TestUser.signIn(address, { sub: 'member', provider: 'password', email: 'm@example.org' }, now)
  const paused = async (user: TestUser) => (await user.get<Filter[]>('/api/filters/user')).map(({ pausedByPlan }) => pausedByPlan)

  const member = await signIn()
  await member.call('POST', '/api/payment/subscription', { plan: 'plus' })
  for (let filter = 0; filter < 5; filter++)
    await member.call('POST', '/api/filters', { name: `filter ${filter}`, keywords: 'x' })
  await endLapsedPlans(pool.db, clock)
  expect(await paused(member)).toEqual([false, false, false, false, false])

  now = new Date('2026-12-20T10:00:01Z')
  await endLapsedPlans(pool.db, clock)
  const later = await signIn()
  expect(await paused(later)).toEqual([false, false, false, true, true])
  expect((await later.call('POST', '/api/filters', { name: 'one more', keywords: 'x' })).status).toBe(403)

  await later.call('POST', '/api/payment/subscription', { plan: 'plus' })
  expect(await paused(later)).toEqual([false, false, false, false, false])
})
