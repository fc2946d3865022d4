import { delMany, getMany, promisifyRequest, update } from 'idb-keyval'
import { withStore } from './database.ts'
import { DEFAULTS, KEPT_AT_LOGOUT } from './defaults.ts'
import type { RecordName, Records } from './records.ts'

/** Storage on this device. Does not use the DOM, because the worker uses it too. */
export type Storage = {
  /** Reads one record; returns its default if it is missing or invalid. */
  read<N extends RecordName>(name: N): Promise<Records[N]>
  /** Reads several records in one transaction. */
  readAll<N extends RecordName>(names: readonly N[]): Promise<Pick<Records, N>>
  write<N extends RecordName>(name: N, value: Records[N]): Promise<void>
  /** Writes several records in one transaction, which completes even if the page is left meanwhile. */
  writeAll(values: Partial<Records>): Promise<void>
  /** Changes a record in one transaction, so that tabs and the worker never overwrite each other. Resolves to the new value. */
  change<N extends RecordName>(name: N, change: (value: Records[N]) => Records[N]): Promise<Records[N]>
  /** Deletes the user's records, keeps the browser's. */
  wipe(): Promise<void>
}

type Parsers = { parseRecord<N extends RecordName>(name: N, value: unknown): Records[N] | undefined }

/** Storage in IndexedDB; parsers are loaded when first needed. Rejects only if the browser refuses storage altogether. */
export const createStorage = (loadParsers: () => Promise<Parsers>): Storage => ({
  async read(name) {
    return (await this.readAll([name]))[name]
  },

  async readAll(names) {
    const stored: unknown[] = await getMany([...names], withStore)
    // A browser that has stored nothing needs no parsers.
    const parsers = stored.some((value) => value !== undefined) ? await loadParsers() : undefined
    const entries = names.map((name, index) => {
      const value = stored[index]
      return [name, (value === undefined ? undefined : parsers?.parseRecord(name, value)) ?? DEFAULTS[name]]
    })
    return Object.fromEntries(entries)
  },

  write: (name, value) => putAll([[name, value]]),

  writeAll: (values) => putAll(Object.entries(values)),

  async change(name, change) {
    const { parseRecord } = await loadParsers()
    let next = DEFAULTS[name]
    await update(
      name,
      (stored: unknown) => {
        next = change((stored === undefined ? undefined : parseRecord(name, stored)) ?? DEFAULTS[name])
        return next
      },
      withStore,
    )
    return next
  },

  wipe: () =>
    delMany(
      Object.keys(DEFAULTS).filter((name) => !KEPT_AT_LOGOUT.includes(name as RecordName)),
      withStore,
    ),
})

const putAll = (entries: readonly (readonly [name: string, value: unknown])[]): Promise<void> =>
  withStore('readwrite', (store) => {
    for (const [name, value] of entries) store.put(value, name)
    // Without an explicit commit, a transaction ends after its last response, which a page being unloaded never receives.
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })
