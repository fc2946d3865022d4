import { createStorage } from './createStorage.ts'
import { parseRecord } from './records.ts'

/** Storage with its parsers bundled: for the worker, which cannot load chunks later, and for tests. */
export const storage = createStorage(async () => ({ parseRecord }))
