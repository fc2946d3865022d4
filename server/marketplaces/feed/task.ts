import { SECOND_MS } from '../../../contract/time.ts'
import { parsingTask } from '../../parsing/task.ts'
import { readFeedDocument } from './read.ts'

/** Parses feeds in a worker thread. */
export const FEED_TASK = parsingTask(readFeedDocument, new URL('./read.ts', import.meta.url), {
  document: 'the feed',
  part: 'entry',
  maxMs: 10 * SECOND_MS,
  maxHeapMb: 256,
  maxThreads: 2,
})
