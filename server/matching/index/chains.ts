import { type Entry, enlarged, NO_ENTRY } from './stringTable.ts'

const HEADS = 2 ** 16

/** Entries of a table by a hash key, for example all with the same ending. Keys share chains, so callers compare entries. */
export class Chains {
  private readonly heads = new Int32Array(HEADS)
  private following = new Int32Array(1024)

  /** Adds an entry; call it once per entry. */
  add(key: number, entry: Entry): void {
    if (entry >= this.following.length) this.following = enlarged(this.following, entry + 1)
    const head = placeOf(key)
    this.following[entry] = this.heads[head] as number
    this.heads[head] = entry
  }

  first(key: number): Entry {
    return this.heads[placeOf(key)] ?? NO_ENTRY
  }

  next(entry: Entry): Entry {
    return this.following[entry] ?? NO_ENTRY
  }
}

function placeOf(key: number): number {
  return (key ^ (key >>> 16)) & (HEADS - 1)
}
