import type { TaskName } from './tasks.ts'

/** What a reading thread is started with. */
export type ThreadData = {
  readonly task: TaskName
  /** One 32-bit integer: the part that is being read, from 1. It is written while nothing else can be said. */
  readonly progress: SharedArrayBuffer
}

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'error'; readonly error: string }
