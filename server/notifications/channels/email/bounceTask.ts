import { SECOND_MS } from '../../../../contract/time.ts'
import { parsingTask } from '../../../parsing/task.ts'
import { readBounce } from './bounce.ts'

/** Parses bounce reports in a worker thread. */
export const BOUNCE_TASK = parsingTask(readBounce, new URL('./bounce.ts', import.meta.url), {
  document: 'the report',
  part: 'part',
  maxMs: 2 * SECOND_MS,
  maxHeapMb: 64,
  maxThreads: 1,
})
