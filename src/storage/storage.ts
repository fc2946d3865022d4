import { delMany, getMany, set, update } from 'idb-keyval'
import { withStore } from './database.ts'
import { KEPT_AT_LOGOUT, type RecordName, type RecordValue, records } from './records.ts'

/** What is kept on this device. Free of DOM, so that the worker may use it too. */
export type Storage = {
  /** One record; its fallback when it is missing or not what it should be. */
  read<N extends RecordName>(name: N): Promise<RecordValue<N>>
  /** Several records out of one transaction. */
  readAll<N extends RecordName>(names: readonly N[]): Promise<{ [K in N]: RecordValue<K> }>
  write<N extends RecordName>(name: N, value: RecordValue<N>): Promise<void>
  /** Changes a record in one transaction, so that two tabs or the worker never overwrite each other. Answers the new value. */
  change<N extends RecordName>(name: N, change: (value: RecordValue<N>) => RecordValue<N>): Promise<RecordValue<N>>
  /** Forgets the person, keeps the browser. */
  wipe(): Promise<void>
}

function parsed<N extends RecordName>(name: N, value: unknown): RecordValue<N> {
  const { schema, fallback } = records[name]
  if (value === undefined) return fallback as RecordValue<N>
  const result = schema.safeParse(value)
  if (!result.success) console.warn(`Stored record "${name}" is not readable and was replaced by its default.`, result.error)
  return (result.success ? result.data : fallback) as RecordValue<N>
}

/** IndexedDB. Rejects only when the browser refuses storage altogether. */
export const storage: Storage = {
  async read(name) {
    const [value] = await getMany([name], withStore)
    return parsed(name, value)
  },

  async readAll(names) {
    const values = await getMany([...names], withStore)
    const entries = names.map((name, index) => [name, parsed(name, values[index])])
    return Object.fromEntries(entries)
  },

  write: (name, value) => set(name, value, withStore),

  async change(name, change) {
    let next = records[name].fallback as RecordValue<typeof name>
    await update(
      name,
      (value: unknown) => {
        next = change(parsed(name, value))
        return next
      },
      withStore,
    )
    return next
  },

  wipe: () =>
    delMany(
      Object.keys(records).filter((name) => !KEPT_AT_LOGOUT.includes(name as RecordName)),
      withStore,
    ),
}
