import { SECOND_MS } from '../../contract/time.ts'
import { type FeedDocument, type FeedReading, readFeedDocument } from '../marketplaces/feed/read.ts'
import { readBounce } from '../notifications/channels/email/bounce.ts'

export type TaskLimits = {
  /** Names for error messages: the document and its parts. */
  readonly document: string
  readonly part: string
  /** Time limit from the start of parsing. */
  readonly maxMs: number
  /** Heap limit of the thread, including its code, in megabytes. */
  readonly maxHeapMb: number
  readonly maxThreads: number
}

/**
 * One kind of untrusted document and its parser. Input and output cross a thread boundary, so they must be structured-cloneable,
 * and `read` has to limit the size of its output.
 */
export type Task<Input, Output> = TaskLimits & {
  /** `begin` reports the part that is parsed next, counted from 1; error messages name it. */
  readonly read: (input: Input, begin: (part: number) => void) => Output
}

const feed: Task<FeedDocument, FeedReading> = {
  read: readFeedDocument,
  document: 'the feed',
  part: 'entry',
  maxMs: 10 * SECOND_MS,
  maxHeapMb: 256,
  maxThreads: 2,
}

const bounce: Task<string, ReturnType<typeof readBounce>> = {
  read: readBounce,
  document: 'the report',
  part: 'part',
  maxMs: 2 * SECOND_MS,
  maxHeapMb: 64,
  maxThreads: 1,
}

/** All kinds of untrusted documents. Add further parsers here. */
export const TASKS = { feed, bounce } as const

export type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type InputOf<Name extends TaskName> = Parameters<Tasks[Name]['read']>[0]
export type OutputOf<Name extends TaskName> = ReturnType<Tasks[Name]['read']>
