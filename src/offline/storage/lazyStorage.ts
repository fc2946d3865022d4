import { createStorage } from './createStorage.ts'

/** The page's storage. Parsers load lazily: they are large and mostly not needed before the first paint. */
export const lazyStorage = createStorage(() => import('./records.ts'))
