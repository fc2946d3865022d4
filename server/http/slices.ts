import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** How long one piece of a longer work may keep all other requests waiting. */
const SLICE_MS = 8
/** Items between two looks at the clock. */
const CHECK_EVERY = 256

/**
 * Does something with each of many items, and in between whatever else this process has to do.
 * @throws the signal's reason once it is aborted
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { length } = items
  let sliceStart = performance.now()
  for (let index = 0; index < length; index++) {
    work(items[index] as T, index)
    if (index % CHECK_EVERY !== 0 || performance.now() - sliceStart < SLICE_MS) continue
    await yieldToOthers()
    signal.throwIfAborted()
    sliceStart = performance.now()
  }
}
