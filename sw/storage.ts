import { DeviceKey, Preferences, Session } from '../src/offline/storage/browserRecords.ts'
import { createStorage } from '../src/offline/storage/createStorage.ts'
import type { RecordName, Records } from '../src/offline/storage/records.ts'

/** The schemas of the records that the worker reads. */
const SCHEMAS = { session: Session, preferences: Preferences, deviceKey: DeviceKey }

function parseRecord<N extends RecordName>(name: N, value: unknown): Records[N] | undefined {
  if (!(name in SCHEMAS)) return undefined
  return SCHEMAS[name as keyof typeof SCHEMAS].safeParse(value).data as Records[N] | undefined
}

/** The worker's view of the storage on this device. It writes only `pendingPath`. */
export const storage = createStorage(async () => ({ parseRecord }))
