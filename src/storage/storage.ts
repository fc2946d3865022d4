import { createStorage } from './createStorage.ts'
import { parseRecord } from './records.ts'

/** Storage with its parsers at hand: for the worker, which cannot load parts later, and for tests. */
export const storage = createStorage(async () => ({ parseRecord }))
