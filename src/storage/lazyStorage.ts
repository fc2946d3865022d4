import { createStorage } from './createStorage.ts'

/** The page's storage: the parsers are a large part of the app and mostly not needed before the first paint. */
export const lazyStorage = createStorage(() => import('./records.ts'))
