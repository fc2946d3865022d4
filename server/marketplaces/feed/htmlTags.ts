/** A tag of an HTML fragment. `start` and `end` are offsets in UTF-16 code units, `end` exclusive. */
export type Tag = {
  /** Lower case; undefined for a comment, a declaration or a processing instruction. */
  readonly name?: string
  readonly closes: boolean
  readonly start: number
  readonly end: number
}

const NAME = /<\/?([a-z][a-z0-9]*)/iy
/** Characters that may end an attribute value or a tag. */
const STOPS = /[<>"']/g

/**
 * The tags of a fragment in order. Takes linear time for any input: no character is read more than twice. A `<` that starts no
 * tag, or whose tag meets another `<` or an unbalanced quote, is text up to that point.
 */
export function* tagsOf(fragment: string): Generator<Tag> {
  const lastQuote = { '"': fragment.lastIndexOf('"'), "'": fragment.lastIndexOf("'") }
  let at = fragment.indexOf('<')
  while (at >= 0) {
    const next = fragment[at + 1]
    if (next === '!' || next === '?') {
      const closing = fragment.startsWith('<!--', at) ? '-->' : '>'
      const end = endOf(fragment, closing, at + (closing === '-->' ? 4 : 2))
      yield { closes: false, start: at, end }
      at = fragment.indexOf('<', end)
      continue
    }
    NAME.lastIndex = at
    const name = NAME.exec(fragment)?.[1]
    if (name === undefined) {
      at = fragment.indexOf('<', at + 1)
      continue
    }
    const { end, isTag } = endOfTag(fragment, NAME.lastIndex, lastQuote)
    if (isTag) yield { name: name.toLowerCase(), closes: next === '/', start: at, end }
    at = fragment.indexOf('<', end)
  }
}

/** The position after `text`, or the end of the fragment. */
function endOf(fragment: string, text: string, from: number): number {
  const found = fragment.indexOf(text, from)
  return found < 0 ? fragment.length : found + text.length
}

function endOfTag(
  fragment: string,
  from: number,
  lastQuote: Readonly<Record<'"' | "'", number>>,
): { end: number; isTag: boolean } {
  STOPS.lastIndex = from
  for (let stop = STOPS.exec(fragment); stop !== null; stop = STOPS.exec(fragment)) {
    const at = stop.index
    if (stop[0] === '>') return { end: at + 1, isTag: true }
    if (stop[0] === '<') return { end: at, isTag: false }
    if (lastQuote[stop[0] as '"' | "'"] === at) return { end: at + 1, isTag: false }
    STOPS.lastIndex = fragment.indexOf(stop[0], at + 1) + 1
  }
  return { end: fragment.length, isTag: true }
}
