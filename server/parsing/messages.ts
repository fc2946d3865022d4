import type { ParserSource } from './task.ts'

/** The start parameters of a parser thread. */
export type ThreadData = {
  readonly parser: ParserSource
  /**
   * One 32-bit integer: the number of the part being parsed, from 1. Shared memory, because a busy thread cannot post messages.
   */
  readonly progress: SharedArrayBuffer
}

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'error'; readonly error: string }
