import { SECOND_MS } from '../../contract/time.ts'
import { readBounce } from '../delivery/bounce.ts'
import { type FeedDocument, type FeedReading, readFeedDocument } from '../marketplace/feed/read.ts'

export type TaskLimits = {
  /** What the document and its parts are called in errors. */
  readonly document: string
  readonly part: string
  /** From the moment a thread has taken the document. */
  readonly maxMs: number
  /** Of the thread's heap, with the code that it runs, in megabytes. */
  readonly maxHeapMb: number
  readonly maxThreads: number
}

/**
 * One kind of foreign document and how it is read. Input and output cross to another thread: they hold data alone, and the
 * output is bounded by what `read` keeps.
 */
export type Task<Input, Output> = TaskLimits & {
  /** `begin`: says which part, counted from 1, is read from now on; the error of one that takes too long names it. */
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

/** Everything that is read in a thread of its own. A further reader joins by an entry here. */
export const TASKS = { feed, bounce } as const

export type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type InputOf<Name extends TaskName> = Parameters<Tasks[Name]['read']>[0]
export type OutputOf<Name extends TaskName> = ReturnType<Tasks[Name]['read']>
