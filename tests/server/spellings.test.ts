import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { Spellings } from '../../contract/spellings.ts'
import { openPool } from '../../server/database/pool.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

async function world(titles: readonly string[], descriptions: readonly string[] = []) {
  const marketplace = new ScriptedMarketplace()
  titles.forEach((title, index) => void marketplace.put(`t${index}`, { title }))
  descriptions.forEach((description, index) => void marketplace.put(`d${index}`, { title: 'Lot', description }))
  const server = await startTestServer({ ROLES: 'api,poll' }, { connectors: [marketplace.connector] })
  const guest = await TestUser.signIn(server.address)
  const { db, end } = openPool(server.databaseUrl, pino({ level: 'silent' }))
  onTestFinished(end)
  const indexed = async () =>
    (await sql`select 1 from auction_words`.execute(db)).rows.length === titles.length + descriptions.length
  await eventually(indexed, 'the index of words')
  const ask = async (body: object) => {
    const { status, body: answer } = await guest.call('POST', '/api/filters/spellings', body)
    return { status, problem: answer as Problem, answer: status === 200 ? Spellings.parse(answer) : undefined }
  }
  /** The counts per word: `nintendo 3: nintedo 2, nintndo 1`. */
  const found = async (keywords: string, wordMatch = 'forms') => {
    const { answer } = await ask({ keywords, wordMatch })
    return answer?.words.map(({ start, end, count, spellings }) => {
      const seen = spellings.filter((one) => one.count > 0)
      const told = seen.map((one) => `${one.spelling} ${one.count}${one.isOwnWord ? '!' : ''}`)
      return `${keywords.slice(start, end)} ${count}: ${told.join(', ')}`
    })
  }
  return { ...server, guest, ask, found }
}

const times = (count: number, title: string) => Array.from({ length: count }, () => title)

test('spellings are counted in stored titles, the most frequent first', async () => {
  const { ask, found } = await world(
    [...times(3, 'Nintendo Switch'), 'Nitendo Switch', ...times(2, 'NINTEDO switch OLED'), 'Fahrad blau', 'Nintndo, nintndo'],
    ['Nintendp von privat'],
  )
  expect(await found('Nintendo "switch oled" Fahrrad -kaputt 3080')).toEqual([
    'Nintendo 3: nintedo 2, nitendo 1, nintndo 1',
    'Fahrrad 0: fahrad 1',
  ])
  const { answer } = await ask({ keywords: 'nintendo' })
  const unseen = answer?.words[0]?.spellings.filter(({ count }) => count === 0)
  expect(unseen?.length, 'and some that nobody has written yet').toBe(4)
  expect(Date.parse(answer?.since ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a spelling that the filter finds anyway is not offered', async () => {
  const { found } = await world(['Kamera', 'Kameras', 'Kamerra', 'Kammera', 'Kamra'])
  expect(await found('kameras', 'exact')).toEqual(['kameras 1: kamera 1'])
  expect(await found('kameras', 'forms')).toEqual(['kameras 1: '])
  expect(await found('kamera', 'compounds')).toEqual(['kamera 1: kammera 1, kamerra 1'])
  expect(await found('kamera', 'forms')).toEqual(['kamera 1: kamra 1, kammera 1, kamerra 1'])
})

test('a frequent word is a word of its own, and comes last', async () => {
  const { found } = await world([...times(40, 'Bosch GSR'), ...times(5, 'Wilhelm Busch'), ...times(4, 'Bosh GSR')])
  expect(await found('bosch')).toEqual(['bosch 40: bosh 4, busch 5!'])
  expect(await found('bosh'), 'and so is the right spelling of a mistyped word').toEqual(['bosh 4: bosch 40!'])
})

test('spellings in use belong to their word, even if they are rare', async () => {
  const { ask, found } = await world(['Nintendo', 'Nitendo'])
  expect(await found('(nintendo,nitendo,sega)')).toEqual(['nintendo 1: nitendo 1', 'sega 0: '])
  const { answer } = await ask({ keywords: '(nintendo,nintwndo)' })
  expect(answer?.words.map(({ token }) => token)).toEqual(['nintendo'])
  expect(answer?.words[0]?.spellings).toContainEqual({ spelling: 'nintwndo', count: 0, isOwnWord: false })
})

test('invalid keywords are refused with the range of the fault, and a session is required', async () => {
  const { ask, guest, address } = await world([])
  const bad = await ask({ keywords: 'a (nintendo' })
  expect([bad.status, bad.problem.errors?.[0]]).toMatchObject([422, { path: 'keywords', code: 'unbalancedBracket', start: 2 }])
  expect((await ask({ keywords: 'x'.repeat(501) })).status).toBe(422)
  expect((await ask({ keywords: 'a', wordMatch: 'fuzzy' })).status).toBe(422)
  expect((await ask({ keywords: 'a', searchIn: 'title' })).status).toBe(422)
  expect((await ask({})).answer?.words).toEqual([])
  expect((await new TestUser(address).call('POST', '/api/filters/spellings', { keywords: 'nintendo' })).status).toBe(401)
  expect((await guest.call('GET', '/api/openapi.json')).body).toMatchObject({ paths: { '/api/filters/spellings': { post: {} } } })
})
