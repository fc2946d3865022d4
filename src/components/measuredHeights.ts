/**
 * The heights of a list's rows: measured once a row was rendered, estimated before. Offsets use sums per block, so that ten
 * thousand rows cost a few hundred additions.
 */
const BLOCK_ROWS = 100

type Heights = {
  /** Records a measured height, pixels. Returns whether it changed. */
  measure(key: string, height: number): boolean
  /** The rows between two offsets in pixels (end exclusive), and the space before and after them. */
  window(keys: readonly string[], from: number, to: number): { start: number; end: number; before: number; behind: number }
  /** Pixels above a row. */
  offset(keys: readonly string[], index: number): number
}

export function createHeights(estimate: number): Heights {
  const measured = new Map<string, number>()
  let summed: { keys: readonly string[]; blocks: number[] } | undefined

  const heightOf = (key: string | undefined) => (key === undefined ? 0 : (measured.get(key) ?? estimate))

  const blocksOf = (keys: readonly string[]): number[] => {
    if (summed?.keys === keys) return summed.blocks
    const blocks: number[] = []
    for (const [index, key] of keys.entries()) {
      const block = Math.floor(index / BLOCK_ROWS)
      blocks[block] = (blocks[block] ?? 0) + heightOf(key)
    }
    summed = { keys, blocks }
    return blocks
  }

  /** The row at an offset, and the offset where it begins. */
  const find = (keys: readonly string[], offset: number): { index: number; at: number } => {
    let at = 0
    let block = 0
    const blocks = blocksOf(keys)
    for (; block < blocks.length - 1 && at + (blocks[block] ?? 0) <= offset; block += 1) at += blocks[block] ?? 0
    let index = block * BLOCK_ROWS
    for (; index < keys.length && at + heightOf(keys[index]) <= offset; index += 1) at += heightOf(keys[index])
    return { index: Math.min(index, keys.length), at }
  }

  const total = (keys: readonly string[]) => blocksOf(keys).reduce((sum, height) => sum + height, 0)

  return {
    measure(key, height) {
      if (heightOf(key) === height && measured.has(key)) return false
      measured.set(key, height)
      summed = undefined
      return true
    },

    window(keys, from, to) {
      const first = find(keys, Math.max(0, from))
      const last = find(keys, Math.max(0, to))
      const end = Math.min(keys.length, last.index + 1)
      const shownTo = last.index < keys.length ? last.at + heightOf(keys[last.index]) : last.at
      return { start: first.index, end, before: first.at, behind: Math.max(0, total(keys) - shownTo) }
    },

    offset(keys, index) {
      const blocks = blocksOf(keys)
      const block = Math.floor(index / BLOCK_ROWS)
      let at = blocks.slice(0, block).reduce((sum, height) => sum + height, 0)
      for (let row = block * BLOCK_ROWS; row < index; row += 1) at += heightOf(keys[row])
      return at
    },
  }
}
