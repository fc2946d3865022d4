import { HOME } from './home.ts'
import type { Kind } from './kind.ts'
import { LEISURE } from './leisure.ts'
import { TECHNOLOGY } from './technology.ts'

export const KINDS: readonly Kind[] = [...TECHNOLOGY, ...HOME, ...LEISURE]
