import { beforeEach, describe, expect, it } from 'vitest'
import { keepMatchesAtom, matchesAtom } from '../../src/state/cachedAuctions.ts'
import { hydrate, mirror } from '../../src/state/persistence.ts'
import { changeSessionAtom, sessionAtom } from '../../src/state/session/session.ts'
import { createStore } from '../../src/state/store.ts'
import { withStore } from '../../src/storage/database.ts'
import { DEFAULTS } from '../../src/storage/defaults.ts'
import { storage } from '../../src/storage/storage.ts'
import { match } from './support/fixtures.ts'

/** Longer than what is written rests before it is written, milliseconds. */
const SETTLED_MS = 400
const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
const putRaw = (name: string, value: unknown) => withStore('readwrite', async (records) => void records.put(value, name))

beforeEach(() => withStore('readwrite', async (records) => void records.clear()))

describe('storage', () => {
  it('gives back what was written, and defaults for the rest', async () => {
    await storage.write('deviceKey', 'abc')
    expect(await storage.readAll(['deviceKey', 'session'])).toEqual({ deviceKey: 'abc', session: DEFAULTS.session })
  })

  it('replaces a bad record alone, and only the bad entries of a list', async () => {
    await putRaw('session', { token: 7 })
    await putRaw('cachedAuctions', { auctions: [match(1), { id: 'nonsense' }], timestamp: 5 })
    const { session, cachedAuctions } = await storage.readAll(['session', 'cachedAuctions'])
    expect(session).toEqual(DEFAULTS.session)
    expect(cachedAuctions).toEqual({ auctions: [match(1)], timestamp: 5 })
  })

  it('goes on when its database is closed under it', async () => {
    await storage.write('deviceKey', 'abc')
    await withStore('readonly', async (records) => records.transaction.db.close())
    expect(await storage.read('deviceKey')).toBe('abc')
  })

  it('loses no change when two are made at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => storage.change('shownDeliveries', (ids) => [...ids, String(index)])),
    )
    expect(await storage.read('shownDeliveries')).toHaveLength(20)
  })

  it('forgets the person and keeps the browser', async () => {
    await storage.write('deviceKey', 'abc')
    await storage.write('session', { ...DEFAULTS.session, token: 'secret' })
    await storage.wipe()
    expect(await storage.readAll(['deviceKey', 'session'])).toEqual({ deviceKey: 'abc', session: DEFAULTS.session })
  })
})

describe('two tabs', () => {
  it('share what one of them does, without echoing it', async () => {
    const [one, other] = [createStore(), createStore()]
    const stops = [mirror(one, storage, new BroadcastChannel('test')), mirror(other, storage, new BroadcastChannel('test'))]
    let messages = 0
    new BroadcastChannel('test').addEventListener('message', ({ data }) => {
      messages += 1
      expect(data).toBe('changed')
    })
    one.set(keepMatchesAtom, [match(1)])
    one.set(changeSessionAtom, { token: 'abc', isAuthenticated: true })
    await settled()
    expect(other.get(sessionAtom)).toMatchObject({ token: 'abc', isAuthenticated: true })
    expect(other.get(matchesAtom).size).toBe(1)
    await settled()
    expect(messages).toBe(1)
    for (const stop of stops) stop()
  })

  it('both are out when one logs out', async () => {
    await storage.write('session', { ...DEFAULTS.session, token: 'abc', isAuthenticated: true })
    const other = createStore()
    await hydrate(other, storage)
    const stop = mirror(other, storage, new BroadcastChannel('test'))
    await storage.wipe()
    new BroadcastChannel('test').postMessage('changed')
    await settled()
    expect(other.get(sessionAtom)).toMatchObject({ token: null, isAuthenticated: false })
    stop()
  })
})
