import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** The longest time slice that delays other requests, ms. */
const SLICE_MS = 8
/** Items between two checks of the clock. */
const CHECK_EVERY = 256

/**
 * Calls `work` for each of many items, and yields to the event loop between time slices.
 * @throws the signal's reason once it is aborted
 */
export async function forEachYielding<T>(
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
