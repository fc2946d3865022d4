import { createStorage } from '../src/offline/storage/createStorage.ts'
import { DEFAULTS } from '../src/offline/storage/defaults.ts'
import type { RecordName, Records } from '../src/offline/storage/records.ts'

/** Parsers for the fields and records that the worker needs. Unexpected values give the default. */
const PARSERS: { [N in RecordName]?: (value: unknown) => Records[N] | undefined } = {
  session: (value) => {
    const token = fieldOf(value, 'token')
    return typeof token === 'string' ? { ...DEFAULTS.session, token } : undefined
  },
  preferences: (value) => ({
    ...DEFAULTS.preferences,
    locale: fieldOf(value, 'locale') === 'de' ? 'de' : 'en',
    deviceRefresh: refreshOf(fieldOf(value, 'deviceRefresh')),
  }),
  deviceKey: (value) => (typeof value === 'string' ? value : undefined),
  shownDeliveries: (value) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined),
}

/** Only the kind of the last registration is needed here. */
function refreshOf(value: unknown): Records['preferences']['deviceRefresh'] {
  return fieldOf(value, 'kind') === 'fcm' ? { account: '', at: 0, kind: 'fcm' } : null
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The worker's view of the storage on this device. It writes only `pendingPath` and `shownDeliveries`. */
export const storage = createStorage(async () => ({ parseRecord: (name, value) => PARSERS[name]?.(value) }))
