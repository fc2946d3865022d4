import type { Storage } from '../../../src/offline/storage/createStorage.ts'
import { DEFAULTS, KEPT_AT_LOGOUT } from '../../../src/offline/storage/defaults.ts'
import type { RecordName, Records } from '../../../src/offline/storage/records.ts'

/** In-memory storage. Copies values in and out, like a database. */
export function createMemoryStorage(start: Partial<Records> = {}): Storage & { held: Partial<Records> } {
  let held: Partial<Records> = structuredClone(start)
  const read = <N extends RecordName>(name: N): Records[N] =>
    structuredClone(held[name] === undefined ? DEFAULTS[name] : (held[name] as Records[N]))
  return {
    get held() {
      return held
    },
    read: async (name) => read(name),
    readAll: async (names) => Object.fromEntries(names.map((name) => [name, read(name)])) as never,
    write: async (name, value) => {
      held = { ...held, [name]: structuredClone(value) }
    },
    writeAll: async (values) => {
      held = { ...held, ...structuredClone(values) }
    },
    change: async (name, change) => {
      const next = change(read(name))
      held = { ...held, [name]: structuredClone(next) }
      return next
    },
    wipe: async () => {
      held = Object.fromEntries(Object.entries(held).filter(([name]) => KEPT_AT_LOGOUT.includes(name as RecordName)))
    },
  }
}
