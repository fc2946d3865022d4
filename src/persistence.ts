import { details } from './features/auctions/detail/details.ts'
import { filterOptions, marketplaces } from './features/marketplaces/resources.ts'
import { outboxEntriesAtom } from './offline/outbox/entries.ts'
import type { StoredSession } from './offline/storage/browserRecords.ts'
import type { Storage } from './offline/storage/createStorage.ts'
import type { RecordName, Records } from './offline/storage/records.ts'
import { preferencesAtom } from './preferences/preferences.ts'
import { cachedAuctionsAtom, matchesAsOfAtom, matchesAtom } from './session/cachedAuctions.ts'
import { cachedFiltersAtom } from './session/cachedFilters.ts'
import { changeSessionAtom, sessionAtom, storedPart } from './session/session.ts'
import { userAtom } from './session/user.ts'
import type { Store, UserStore } from './store/store.ts'

const KEPT = [
  'session',
  'user',
  'cachedFilters',
  'cachedAuctions',
  'details',
  'options',
  'marketplaces',
  'preferences',
  'outbox',
] as const satisfies readonly RecordName[]

type Kept = (typeof KEPT)[number]
type Snapshot = Pick<Records, Kept>

/** How a record is read from and written to the store. `watch`: the atoms it consists of. */
type Mirror<Value> = {
  watch: readonly Parameters<UserStore['sub']>[0][]
  value(store: UserStore): Value
  put(store: UserStore, value: Value): void
}

const mirrors: { [N in Kept]: Mirror<Records[N]> } = {
  session: {
    watch: [sessionAtom],
    value: (store) => storedPart(store.get(sessionAtom)),
    put: (store, session) => store.set(changeSessionAtom, session),
  },
  user: {
    watch: [userAtom],
    value: (store) => store.get(userAtom),
    put: (store, user) => store.set(userAtom, user),
  },
  cachedFilters: {
    watch: [cachedFiltersAtom],
    value: (store) => [...store.get(cachedFiltersAtom)],
    put: (store, filters) => store.set(cachedFiltersAtom, filters),
  },
  cachedAuctions: {
    watch: [matchesAtom, matchesAsOfAtom],
    value: (store) => store.get(cachedAuctionsAtom),
    put: (store, { auctions, timestamp }) => {
      store.set(matchesAtom, new Map(auctions.map((match) => [match.id, match])))
      store.set(matchesAsOfAtom, timestamp)
    },
  },
  details: {
    watch: [details.atom],
    value: (store) =>
      [...store.get(details.atom).values()].flatMap(({ value, asOf }) =>
        value && asOf !== null ? { auction: value, fetchedAt: asOf } : [],
      ),
    put: (store, stored) =>
      store.set(
        details.atom,
        new Map(
          stored.map(({ auction, fetchedAt }) => [
            auction.id,
            { value: auction, status: 'ready', code: undefined, asOf: fetchedAt, triedAt: null },
          ]),
        ),
      ),
  },
  options: {
    watch: [filterOptions.atom],
    value: (store) => store.get(filterOptions.atom).value ?? null,
    put: (store, options) => options && store.set(filterOptions.put, options, null),
  },
  marketplaces: {
    watch: [marketplaces.atom],
    value: (store) => store.get(marketplaces.atom).value ?? [],
    put: (store, known) => known.length > 0 && store.set(marketplaces.put, known, null),
  },
  preferences: {
    watch: [preferencesAtom],
    value: (store) => store.get(preferencesAtom),
    put: (store, preferences) => store.set(preferencesAtom, preferences),
  },
  // Written by the outbox itself, so that no change from another tab is lost.
  outbox: {
    watch: [],
    value: (store) => [...store.get(outboxEntriesAtom)],
    put: (store, entries) => store.set(outboxEntriesAtom, entries),
  },
}

/** Debounces writes, milliseconds. */
const WRITE_DEBOUNCE_MS = 150

/**
 * Loads all stored records into the store, in one transaction. Done before the first paint, so that nothing flickers.
 * Starts empty if the browser refuses storage.
 */
export async function hydrate(store: UserStore, storage: Storage): Promise<void> {
  const snapshot = await storage.readAll(KEPT).catch((error: unknown) => {
    console.warn('Nothing could be read from this device.', error)
    return undefined
  })
  if (snapshot) put(store, snapshot)
}

function put(store: UserStore, snapshot: Snapshot, names: readonly Kept[] = KEPT): void {
  const putOne = <N extends Kept>(name: N, { [name]: value }: Pick<Records, N>) => mirrors[name].put(store, value)
  for (const name of names) putOne(name, snapshot)
}

function isSameAccount(one: StoredSession, other: StoredSession): boolean {
  return one.accountId === other.accountId && one.isAuthenticated === other.isAuthenticated
}

/** Records whose changes are broadcast; other tabs load the rest from the server themselves. */
const BROADCAST: readonly Kept[] = ['session', 'user', 'cachedFilters', 'preferences', 'outbox']

/**
 * Writes every change of the store to the device, and reads what other tabs and the worker have written. Broadcasts carry
 * no data, only "changed". Returns a function that stops it.
 */
export function mirror(store: Store, storage: Storage, channel: BroadcastChannel): () => void {
  const waiting = new Set<Kept>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false

  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.clear()
  }
  const write = async () => {
    const names = [...waiting]
    settle()
    const values = Object.fromEntries(names.map((name) => [name, mirrors[name].value(store)]))
    await storage.writeAll(values).catch((error: unknown) => console.warn('This device does not store any more.', error))
    if (BROADCAST.some((name) => name in values)) channel.postMessage('changed')
  }
  const note = (name: Kept) => {
    if (isReading) return
    waiting.add(name)
    timer ??= setTimeout(write, WRITE_DEBOUNCE_MS)
  }
  const read = async () => {
    const stored = await storage.readAll(KEPT)
    const isOtherAccount = !waiting.has('session') && !isSameAccount(stored.session, store.get(sessionAtom))
    // The previous account's data in this tab must not be written any more.
    if (isOtherAccount) settle()
    isReading = true
    // Newer local values stay and will be written in turn.
    if (isOtherAccount) store.replace((fresh) => put(fresh, stored))
    else
      put(
        store,
        stored,
        BROADCAST.filter((name) => !waiting.has(name)),
      )
    isReading = false
  }

  const stops = KEPT.flatMap((name) => mirrors[name].watch.map((watched) => store.sub(watched, () => note(name))))
  const onMessage = () => void read().catch(() => undefined)
  const onLeave = () => void (timer && write())
  channel.addEventListener('message', onMessage)
  addEventListener('pagehide', onLeave)
  return () => {
    for (const stop of stops) stop()
    channel.removeEventListener('message', onMessage)
    removeEventListener('pagehide', onLeave)
    settle()
  }
}
