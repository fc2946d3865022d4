import type { Storage } from '../storage/createStorage.ts'
import type { RecordName, Records } from '../storage/records.ts'
import { detailsAtom } from './auction.ts'
import { cachedAuctionsAtom, matchesAsOfAtom, matchesAtom } from './cachedAuctions.ts'
import { cachedFiltersAtom } from './cachedFilters.ts'
import { outboxEntriesAtom } from './outbox.ts'
import { preferencesAtom } from './preferences.ts'
import { filterOptions, marketplaces } from './resources.ts'
import { loggedOut, sessionAtom, storedPart } from './session/session.ts'
import type { Store } from './store.ts'
import { userAtom } from './user.ts'

const MIRRORED = [
  'session',
  'user',
  'cachedFilters',
  'cachedAuctions',
  'details',
  'options',
  'marketplaces',
  'preferences',
] as const
const HYDRATED = [...MIRRORED, 'outbox'] as const
type Mirrored = (typeof MIRRORED)[number]
type Snapshot = { [N in (typeof HYDRATED)[number]]: Records[N] }

/** Lets a burst of changes settle before it is written, milliseconds. */
const WRITE_REST_MS = 150

/**
 * Reads all that is stored, in one transaction, and puts it into the store: done before the first paint, nothing
 * flickers. A browser that refuses storage starts empty.
 */
export async function hydrate(store: Store, storage: Storage): Promise<void> {
  const snapshot = await storage.readAll(HYDRATED).catch((error: unknown) => {
    console.warn('Nothing could be read from this device.', error)
    return undefined
  })
  if (snapshot) put(store, snapshot)
}

function put(store: Store, snapshot: Snapshot): void {
  const { isLoading, error } = store.get(sessionAtom)
  store.set(sessionAtom, { ...loggedOut, ...snapshot.session, isLoading, error })
  store.set(userAtom, snapshot.user)
  store.set(cachedFiltersAtom, snapshot.cachedFilters)
  store.set(matchesAtom, new Map(snapshot.cachedAuctions.auctions.map((match) => [match.id, match])))
  store.set(matchesAsOfAtom, snapshot.cachedAuctions.timestamp)
  store.set(detailsAtom, new Map(snapshot.details.map((detail) => [detail.auction.id, detail])))
  if (snapshot.options) store.set(filterOptions.put, snapshot.options, null)
  if (snapshot.marketplaces.length > 0) store.set(marketplaces.put, snapshot.marketplaces, null)
  store.set(preferencesAtom, snapshot.preferences)
  store.set(outboxEntriesAtom, snapshot.outbox)
}

/** What each mirrored record is made of: the atoms to watch, and how to read its value off the store. */
const sources: { [N in Mirrored]: { watch: readonly Parameters<Store['sub']>[0][]; value(store: Store): Records[N] } } = {
  session: { watch: [sessionAtom], value: (store) => storedPart(store.get(sessionAtom)) },
  user: { watch: [userAtom], value: (store) => store.get(userAtom) },
  cachedFilters: { watch: [cachedFiltersAtom], value: (store) => [...store.get(cachedFiltersAtom)] },
  cachedAuctions: { watch: [matchesAtom, matchesAsOfAtom], value: (store) => store.get(cachedAuctionsAtom) },
  details: { watch: [detailsAtom], value: (store) => [...store.get(detailsAtom).values()] },
  options: { watch: [filterOptions.atom], value: (store) => store.get(filterOptions.atom).value ?? null },
  marketplaces: { watch: [marketplaces.atom], value: (store) => store.get(marketplaces.atom).value ?? [] },
  preferences: { watch: [preferencesAtom], value: (store) => store.get(preferencesAtom) },
}

/** Other tabs hear of these only: the rest they read for themselves. */
const TOLD: readonly RecordName[] = ['session', 'cachedFilters', 'preferences']

/**
 * Writes every change of the store to the device, and reads what other tabs and the worker have written. Broadcasts say
 * "changed" and nothing else. Returns the function that stops it.
 */
export function mirror(store: Store, storage: Storage, channel: BroadcastChannel): () => void {
  const waiting = new Set<Mirrored>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false

  const write = async () => {
    timer = undefined
    const names = [...waiting]
    waiting.clear()
    try {
      for (const name of names) await storage.write(name, sources[name].value(store))
    } catch (error) {
      console.warn('This device does not store any more.', error)
    }
    if (names.some((name) => TOLD.includes(name))) channel.postMessage('changed')
  }
  const note = (name: Mirrored) => {
    if (isReading) return
    waiting.add(name)
    timer ??= setTimeout(write, WRITE_REST_MS)
  }
  const read = async () => {
    // Our own newer values go first: reading before they are written would take them back.
    if (timer) {
      clearTimeout(timer)
      await write()
    }
    const snapshot = await storage.readAll(HYDRATED)
    isReading = true
    put(store, snapshot)
    isReading = false
  }

  const stops = MIRRORED.flatMap((name) => sources[name].watch.map((watched) => store.sub(watched, () => note(name))))
  const onMessage = () => void read().catch(() => undefined)
  const onLeave = () => void (timer && write())
  channel.addEventListener('message', onMessage)
  addEventListener('pagehide', onLeave)
  return () => {
    for (const stop of stops) stop()
    channel.removeEventListener('message', onMessage)
    removeEventListener('pagehide', onLeave)
    clearTimeout(timer)
  }
}
