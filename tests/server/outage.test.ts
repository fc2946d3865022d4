import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { lineTo } from '../support/brokenLine.ts'
import { createDatabase } from '../support/database.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { type Answer, eventually, startTestServer, TestUser } from '../support/server.ts'

const expectUnavailable = ({ status, body, headers }: Answer) => {
  expect([status, (body as Problem).code]).toEqual([503, 'unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('content-type')).toContain('application/problem+json')
}

test('while the database is unreachable every call answers 503 with Retry-After; afterwards all data is there', async () => {
  const line = await lineTo(await createDatabase())
  const { address } = await startTestServer({ DATABASE_URL: line.url })
  const user = await TestUser.signIn(address)
  await user.call('POST', '/api/filters', { name: 'mine', keywords: 'leica' })

  await line.cut()
  const calls: [string, string, object?][] = [
    ['GET', '/api/user/me'],
    ['GET', '/api/filters/user'],
    ['POST', '/api/filters', { name: 'lost', keywords: 'x' }],
    ['GET', '/api/events'],
    ['GET', '/api/marketplaces'],
    ['GET', '/api/health/ready'],
  ]
  for (const [method, path, body] of calls) expectUnavailable(await user.call(method, path, body))
  expect((await user.call('GET', '/api/health/live')).status).toBe(200)
  expect((await user.call('GET', '/api/config')).status).toBe(200)

  await line.mend()
  await eventually(async () => (await user.call('GET', '/api/health/ready')).status === 200, 'the recovery')
  expect(await user.get('/api/filters/user')).toMatchObject([{ name: 'mine' }])
  expect((await user.call('POST', '/api/filters', { name: 'kept', keywords: 'x' })).status).toBe(201)
})

test('connections cut during calls cause no other failures', async () => {
  const databaseUrl = await createDatabase()
  const { address } = await startTestServer({ DATABASE_URL: databaseUrl })
  const user = await TestUser.signIn(address)
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  onTestFinished(() => admin.end())
  const name = new URL(databaseUrl).pathname.slice(1)

  const answers: Answer[] = []
  let isOver = false
  const calling = Array.from({ length: 6 }, async (_, caller) => {
    while (!isOver) {
      answers.push(
        caller % 2 === 0
          ? await user.call('GET', '/api/filters/user')
          : await user.call('PATCH', '/api/user/me', { name: `Ada ${answers.length}` }),
      )
    }
  })
  for (let round = 0; round < 10; round++) {
    const before = answers.length
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await eventually(async () => answers.length > before + 12, 'more answers')
  }
  isOver = true
  await Promise.all(calling)
  for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer)
  expect(answers.at(-1)?.status).toBe(200)
})

test('polling, matching and alerts resume after an outage', async () => {
  const line = await lineTo(await createDatabase())
  const marketplace = new ScriptedMarketplace()
  const { address } = await startTestServer(
    { DATABASE_URL: line.url, ROLES: 'api,poll,match,deliver' },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address)
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  await line.cut()
  marketplace.put('during', { title: 'Leica, listed while the database was away' })
  await line.mend()
  const title = await eventually(
    async () => {
      const { status, body } = await user.call('GET', '/api/matches')
      return status === 200 && (body as { items: { auction: { title: string } }[] }).items[0]?.auction.title
    },
    'the match',
    50_000,
  )
  expect(title).toContain('while the database was away')
})
