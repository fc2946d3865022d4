import { canSpellTogether, isFoundBy, isJoinable, type WordPattern } from './patterns.ts'
import { type Edge, endsToken, type TokenizedText } from './tokenizedText.ts'

/** Where something was found: token positions, and code units of the text. */
export type Occurrence = Omit<Edge, 'text'>

/** At most this many consecutive tokens spell one word of letters and digits. */
export const MAX_JOINED_TOKENS = 3

/** All occurrences of one word: as a token or part, or spelled by consecutive tokens. */
export function findWord(tokenized: TokenizedText, pattern: WordPattern): Occurrence[] {
  const found: Occurrence[] = tokenized.edges.filter((edge) => isFoundBy(pattern, edge.text))
  if (!isJoinable(pattern)) return found
  return [...found, ...tokenized.edges.flatMap((edge) => spelledFrom(tokenized, edge, pattern.token))]
}

/** The walks of two or three edges from `first` that spell `word`. */
function spelledFrom(tokenized: TokenizedText, first: Edge, word: string, edges = 1): Occurrence[] {
  if (edges >= MAX_JOINED_TOKENS || first.text.length >= word.length || !word.startsWith(first.text)) return []
  const rest = word.slice(first.text.length)
  return tokenized.edgesAt(first.to).flatMap((next) => {
    const here = next.text === rest ? [next] : spelledFrom(tokenized, next, rest, edges + 1)
    return here.map(({ to, end }) => ({ from: first.from, to, start: first.start, end }))
  })
}

/** Occurrences of one token, or the second part of one, that spells both words: `3080 ti` in "3080Ti". */
export function findSpelledTogether(tokenized: TokenizedText, first: WordPattern, second: WordPattern): Occurrence[] {
  if (!canSpellTogether(first, second)) return []
  const spelled = first.token + second.token
  return tokenized.edges.filter((edge) => endsToken(edge) && edge.text === spelled)
}

/**
 * Occurrences of these adjacent words, in this order: for each start the longest range, which contains the shorter ones.
 * The cost is bounded by words times edges for any input. Equal words are compared with the edges once, and for each start only
 * the farthest end is kept. Each word is thus one walk over its occurrences, at most four per edge: itself, and what it spells
 * with the next two.
 */
export function findSideBySide(tokenized: TokenizedText, patterns: readonly WordPattern[]): Occurrence[] {
  const positions = 2 * tokenized.tokens.length + 1
  const known = new Map<string, readonly Occurrence[]>()
  const once = (key: string, find: () => readonly Occurrence[]) => {
    const found = known.get(key) ?? find()
    known.set(key, found)
    return found
  }
  // From the last word to the first: the continuation after each word, and after the word that follows it.
  let rest: FarthestEnds | undefined
  let restAfterNext: FarthestEnds | undefined
  for (const [index, pattern] of [...patterns.entries()].reverse()) {
    const next = patterns[index + 1]
    const here = new Int32Array(positions).fill(NOWHERE)
    let isHere = keepFarthest(
      here,
      once(JSON.stringify([pattern.token, pattern.prefix]), () => findWord(tokenized, pattern)),
      rest,
    )
    if (next) {
      const spelled = once(JSON.stringify([pattern.token, next.token, next.prefix]), () =>
        findSpelledTogether(tokenized, pattern, next),
      )
      isHere = keepFarthest(here, spelled, restAfterNext) || isHere
    }
    restAfterNext = rest
    rest = isHere ? here : NOTHING_ENDS
    // An earlier word could only be spelled together with the last of these.
    if (rest === NOTHING_ENDS && restAfterNext === NOTHING_ENDS) return []
  }
  return rest === undefined || rest === NOTHING_ENDS ? [] : stretchesOf(tokenized, rest)
}

/** By position: the farthest end of a match that begins there, or `NOWHERE`. */
type FarthestEnds = Int32Array
const NOWHERE = -1
const NOTHING_ENDS: FarthestEnds = new Int32Array(0)

/**
 * Extends each head by the `rest` that begins at its end (unchanged without `rest`), and keeps the farthest end for each start.
 * @returns whether any head could be extended
 */
function keepFarthest(to: FarthestEnds, heads: readonly Occurrence[], rest: FarthestEnds | undefined): boolean {
  let isAny = false
  for (const head of heads) {
    const end = rest ? (rest[head.to] ?? NOWHERE) : head.to
    if (end === NOWHERE) continue
    isAny = true
    if (end > (to[head.from] as number)) to[head.from] = end
  }
  return isAny
}

function stretchesOf({ edges }: TokenizedText, ends: FarthestEnds): Occurrence[] {
  const endsOfEdges = new Map(edges.map(({ to, end }) => [to, end]))
  const found = new Map<number, Occurrence>()
  for (const { from, start } of edges) {
    const to = ends[from] ?? NOWHERE
    if (to !== NOWHERE) found.set(from, { from, to, start, end: endsOfEdges.get(to) ?? start })
  }
  return [...found.values()]
}

/** All occurrences of these adjacent tokens, as written. */
export function findPhrase({ tokens }: TokenizedText, phrase: readonly string[]): Occurrence[] {
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
