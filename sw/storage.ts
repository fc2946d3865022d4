import { createStorage } from '../src/storage/createStorage.ts'
import { DEFAULTS } from '../src/storage/defaults.ts'
import type { RecordName, Records } from '../src/storage/records.ts'

/** Of the page's records those that the worker reads, and of these what it needs; anything unexpected gives the default. */
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

/** Of the last registration only its kind matters here. */
function refreshOf(value: unknown): Records['preferences']['deviceRefresh'] {
  return fieldOf(value, 'kind') === 'fcm' ? { account: '', at: 0, kind: 'fcm' } : null
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** What is kept on this device, as the worker sees it. It writes nothing but `pendingPath` and `shownDeliveries`. */
export const storage = createStorage(async () => ({ parseRecord: (name, value) => PARSERS[name]?.(value) }))
