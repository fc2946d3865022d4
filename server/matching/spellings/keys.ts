const LAYOUTS: readonly (readonly string[])[] = [
  ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm'],
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
]

/** By letter: the adjacent keys on German and English keyboards, those in the same row first. */
const NEIGHBOURS: ReadonlyMap<string, ReadonlySet<string>> = neighbours()

function neighbours(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const join = (a: string | undefined, b: string | undefined) => {
    if (a === undefined || b === undefined) return
    found.set(a, (found.get(a) ?? new Set()).add(b))
    found.set(b, (found.get(b) ?? new Set()).add(a))
  }
  for (const rows of LAYOUTS) for (const row of rows) for (let at = 1; at < row.length; at++) join(row[at - 1], row[at])
  for (const rows of LAYOUTS) {
    for (const [index, row] of rows.entries()) {
      const above = rows[index - 1]
      // Each row is shifted to the right by part of a key.
      for (let at = 0; above && at < row.length; at++) for (const over of [at, at + 1]) join(row[at], above[over])
    }
  }
  return found
}

/** The keys adjacent to a letter. */
export const keysAround = (letter: string): Iterable<string> => NEIGHBOURS.get(letter) ?? []
