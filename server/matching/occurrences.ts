import { canSpellTogether, isFoundBy, isJoinable, type WordPattern } from './patterns.ts'
import { type Edge, endsToken, type Reading } from './reading.ts'

/** Where something was found: positions of the reading, code units of the text. */
export type Occurrence = Omit<Edge, 'text'>

/** At most this many consecutive tokens spell one word of letters and digits. */
export const MAX_JOINED_TOKENS = 3

/** Everywhere that one word is found: as a token or part, or spelled by consecutive tokens. */
export function findWord(reading: Reading, pattern: WordPattern): Occurrence[] {
  const found: Occurrence[] = reading.edges.filter((edge) => isFoundBy(pattern, edge.text))
  if (!isJoinable(pattern)) return found
  return [...found, ...reading.edges.flatMap((edge) => spelledFrom(reading, edge, pattern.token))]
}

/** The walks of two or three edges, beginning with `first`, that spell `word`. */
function spelledFrom(reading: Reading, first: Edge, word: string, edges = 1): Occurrence[] {
  if (edges >= MAX_JOINED_TOKENS || first.text.length >= word.length || !word.startsWith(first.text)) return []
  const rest = word.slice(first.text.length)
  return reading.edgesAt(first.to).flatMap((next) => {
    const here = next.text === rest ? [next] : spelledFrom(reading, next, rest, edges + 1)
    return here.map(({ to, end }) => ({ from: first.from, to, start: first.start, end }))
  })
}

/** Where one token, or the second part of one, spells both words: `3080 ti` in "3080Ti". */
export function findSpelledTogether(reading: Reading, first: WordPattern, second: WordPattern): Occurrence[] {
  if (!canSpellTogether(first, second)) return []
  const spelled = first.token + second.token
  return reading.edges.filter((edge) => endsToken(edge) && edge.text === spelled)
}

/** Everywhere that these words stand side by side, in this order. */
export function findSideBySide(reading: Reading, patterns: readonly WordPattern[]): Occurrence[] {
  // From the last word to the first: what follows each word, and what follows the word after it.
  let rest: Followers | undefined
  let restAfterNext: Followers | undefined
  for (const [index, pattern] of [...patterns.entries()].reverse()) {
    const found = continuedBy(findWord(reading, pattern), rest)
    const next = patterns[index + 1]
    if (next) found.push(...continuedBy(findSpelledTogether(reading, pattern, next), restAfterNext))
    restAfterNext = rest
    rest = byStart(found)
  }
  return rest ? [...rest.values()].flatMap((ends) => [...ends.values()]) : []
}

/** Occurrences by the positions where they begin and end. */
type Followers = ReadonlyMap<number, ReadonlyMap<number, Occurrence>>

function byStart(occurrences: readonly Occurrence[]): Followers {
  const starts = new Map<number, Map<number, Occurrence>>()
  for (const occurrence of occurrences) {
    const ends = starts.get(occurrence.from) ?? new Map<number, Occurrence>()
    starts.set(occurrence.from, ends.set(occurrence.to, occurrence))
  }
  return starts
}

/** Each occurrence with each of the `rest` that begins where it ends; as they are where nothing has to follow. */
function continuedBy(heads: readonly Occurrence[], rest: Followers | undefined): Occurrence[] {
  if (!rest) return [...heads]
  return heads.flatMap(({ from, to, start }) =>
    [...(rest.get(to)?.values() ?? [])].map((next) => ({ from, to: next.to, start, end: next.end })),
  )
}

/** Everywhere that these tokens stand side by side as written. */
export function findPhrase({ tokens }: Reading, phrase: readonly string[]): Occurrence[] {
  const found: Occurrence[] = []
  for (let at = 0; at + phrase.length <= tokens.length; at++) {
    const first = tokens[at]
    const last = tokens[at + phrase.length - 1]
    if (first && last && phrase.every((token, index) => tokens[at + index]?.text === token)) {
      found.push({ from: first.from, to: last.to, start: first.start, end: last.end })
    }
  }
  return found
}
