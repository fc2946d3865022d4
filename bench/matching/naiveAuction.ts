import type { Auction } from '../../contract/auction.ts'
import type { Point } from '../../contract/distance.ts'
import { tokenize } from '../../contract/tokens.ts'

/** An auction as the naive loop reads it; unknown values are undefined. */
export type ReadAuction = {
  /** Cents. */
  readonly price: number | undefined
  readonly marketplace: string
  readonly categories: readonly string[] | undefined
  readonly point: Point | undefined
  /** Everything that a filter's word can match, and `spellingKey`s. */
  readonly tokens: ReadonlySet<string>
  /** The tokens as written, joined by `phraseKey`. */
  readonly title: string
  readonly description: string
}

/** Higher prices are clamped to this, which no filter's limit reaches: JavaScript compares 31-bit integers fastest. */
export const MOST_CENTS = 2 ** 31 - 1

/** A letter directly before a digit, where a token counts as two. */
const SPLIT = /\p{L}\p{N}/u
/** A token's number and its trailing letters. */
const SPELLED = /^(.*\p{N})(\p{L}+)$/u
const MIXED = /\p{L}.*\p{N}|\p{N}.*\p{L}/u
const DIGIT = /\p{N}/u

/** Key of two words that one token spells. It has a space, which no token has. */
export function spellingKey(first: string, second: string): string {
  return `${first} ${second}`
}

/** A substring of a text's key if these tokens are adjacent in it. */
export function phraseKey(tokens: readonly string[]): string {
  return ` ${tokens.join(' ')} `
}

export function readAuction({ title, description = '', price, marketplace, category, location }: Auction): ReadAuction {
  if (price && price.currency !== 'EUR') throw new Error('not of this workload: another currency')
  const tokens = new Set<string>()
  const [inTitle, inDescription] = [tokenize(title), tokenize(description)]
  for (const inText of [inTitle, inDescription]) addTokens(tokens, inText)
  const { lat, lon } = location ?? {}
  return {
    price: price && Math.min(price.amount, MOST_CENTS),
    marketplace,
    categories: category && [...category.path, category.id],
    point: lat === undefined || lon === undefined ? undefined : { lat, lon },
    tokens,
    title: phraseKey(inTitle),
    description: phraseKey(inDescription),
  }
}

/** A token's text and, if it counts as two, its parts. */
type Unit = { readonly whole: string; readonly first?: string; readonly second?: string }

/** Adds the tokens of one text, their parts, the mixed words and the pairs of words that they spell. */
function addTokens(tokens: Set<string>, inText: readonly string[]): void {
  const units = inText.map(unitOf)
  for (const [index, unit] of units.entries()) {
    for (const text of [unit.whole, unit.first, unit.second]) if (text !== undefined) tokens.add(text)
    for (const text of [unit.whole, unit.second]) {
      const [, number, letters] = (text !== undefined && DIGIT.test(text) && SPELLED.exec(text)) || []
      if (number && letters) tokens.add(spellingKey(number, letters))
    }
    addJoined(tokens, unit, units[index + 1], units[index + 2])
  }
}

function unitOf(whole: string): Unit {
  const at = DIGIT.test(whole) ? (SPLIT.exec(whole)?.index ?? -1) : -1
  if (at < 0) return { whole }
  const split = at + String.fromCodePoint(whole.codePointAt(at) ?? 0).length
  return { whole, first: whole.slice(0, split), second: whole.slice(split) }
}

/**
 * Alphanumeric words that two or three consecutive tokens spell. One that starts with a first part is the whole with one token
 * fewer and can be skipped; likewise one that ends with a second part.
 */
function addJoined(tokens: Set<string>, unit: Unit, next: Unit | undefined, third: Unit | undefined): void {
  if (!next) return
  for (const start of [unit.whole, unit.second]) {
    for (const end of [next.whole, next.first]) addIfMixed(tokens, start, end)
    if (third) for (const end of [third.whole, third.first]) addIfMixed(tokens, start && start + next.whole, end)
  }
}

function addIfMixed(tokens: Set<string>, start: string | undefined, end: string | undefined): void {
  if (start === undefined || end === undefined) return
  if (MIXED.test(start + end)) tokens.add(start + end)
}
