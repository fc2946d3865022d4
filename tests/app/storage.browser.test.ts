import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withStore } from '../../src/offline/storage/database.ts'
import { DEFAULTS } from '../../src/offline/storage/defaults.ts'
import { storage } from '../../src/offline/storage/storage.ts'
import { hydrate, mirror } from '../../src/persistence.ts'
import { keepMatchesAtom, matchesAtom } from '../../src/session/cachedAuctions.ts'
import { cachedFiltersAtom } from '../../src/session/cachedFilters.ts'
import { changeSessionAtom, sessionAtom } from '../../src/session/session.ts'
import { createStore } from '../../src/store/store.ts'
import { filter, match } from './support/fixtures.ts'

/** Longer than the debounce of writes, milliseconds. */
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
      Array.from({ length: 20 }, (_, at) =>
        storage.change('pendingLogOuts', (pending) => [...pending, { token: String(at), at }]),
      ),
    )
    expect(await storage.read('pendingLogOuts')).toHaveLength(20)
  })

  it('forgets the person and keeps the browser', async () => {
    await storage.write('deviceKey', 'abc')
    await storage.write('session', { ...DEFAULTS.session, token: 'secret' })
    await storage.wipe()
    expect(await storage.readAll(['deviceKey', 'session'])).toEqual({ deviceKey: 'abc', session: DEFAULTS.session })
  })
})

describe('two tabs', () => {
  const channel = () => new BroadcastChannel('test')
  const account = { token: 'abc', isAuthenticated: true, accountId: 'someone' }

  it('share what one of them does, without echoing it', async () => {
    const [one, other] = [createStore(), createStore()]
    const stops = [mirror(one, storage, channel()), mirror(other, storage, channel())]
    let messages = 0
    channel().addEventListener('message', ({ data }) => {
      messages += 1
      expect(data).toBe('changed')
    })
    one.set(keepMatchesAtom, [match(1)])
    one.set(changeSessionAtom, account)
    await settled()
    expect(other.get(sessionAtom)).toMatchObject(account)
    expect(other.get(matchesAtom).size).toBe(1)
    await settled()
    expect(messages).toBe(1)
    for (const stop of stops) stop()
  })

  it('of one account keep what each has read for itself', async () => {
    const [one, other] = [createStore(), createStore()]
    for (const store of [one, other]) store.set(changeSessionAtom, account)
    const stops = [mirror(one, storage, channel()), mirror(other, storage, channel())]
    other.set(keepMatchesAtom, [match(1), match(2)])
    await settled()
    one.set(keepMatchesAtom, [match(2)])
    one.set(cachedFiltersAtom, [filter(1)])
    one.set(changeSessionAtom, account)
    await settled()
    expect(other.get(cachedFiltersAtom)).toEqual([filter(1)])
    expect(other.get(matchesAtom).size).toBe(2)
    for (const stop of stops) stop()
  })

  it('never take back what a tab has changed and not yet written', async () => {
    await storage.writeAll({ session: { ...DEFAULTS.session, ...account }, cachedFilters: [filter(1)] })
    const store = createStore()
    await hydrate(store, storage)
    const stop = mirror(store, storage, channel())
    store.set(cachedFiltersAtom, [filter(1), filter(2)])
    channel().postMessage('changed')
    await settled()
    expect(store.get(cachedFiltersAtom)).toEqual([filter(1), filter(2)])
    expect(await storage.read('cachedFilters')).toEqual([filter(1), filter(2)])
    stop()
  })

  it('are both out when one logs out, and write nothing of the account any more', async () => {
    await storage.write('session', { ...DEFAULTS.session, ...account })
    const other = createStore()
    await hydrate(other, storage)
    const stop = mirror(other, storage, channel())
    await storage.wipe()
    other.set(keepMatchesAtom, [match(1)])
    channel().postMessage('changed')
    await settled()
    expect(other.get(sessionAtom)).toMatchObject({ token: null, isAuthenticated: false })
    expect(other.get(matchesAtom).size).toBe(0)
    expect(await storage.read('cachedAuctions')).toEqual(DEFAULTS.cachedAuctions)
    stop()
  })
})

describe('a page that is left', () => {
  it('has written all that it changed, however little time it had', async () => {
    const store = createStore()
    const stop = mirror(store, storage, new BroadcastChannel('test'))
    store.set(changeSessionAtom, { token: 'abc', isAuthenticated: true })
    store.set(cachedFiltersAtom, [filter(1)])
    const written = vi.spyOn(IDBTransaction.prototype, 'commit')
    dispatchEvent(new Event('pagehide'))
    // An unloading page does no work after this turn, so everything must already be written, in one transaction.
    await Promise.resolve().then().then()
    expect(written).toHaveBeenCalledOnce()
    await vi.waitFor(async () => expect(await storage.read('cachedFilters')).toEqual([filter(1)]))
    expect(await storage.read('session')).toMatchObject({ token: 'abc' })
    stop()
  })
})
