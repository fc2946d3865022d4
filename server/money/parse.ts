import { minorDigits } from '../../contract/minorDigits.ts'
import type { Currency, Money } from '../../contract/money.ts'
import { moneyFromDigits } from './decimal.ts'
import { MARKER, type Marker, readMarker } from './markers.ts'

export type FoundMoney = {
  readonly money: Money
  /** The upper end of a range; `money` is its lower end. */
  readonly upTo?: Money
  /** The range in the text, in UTF-16 code units, end exclusive. */
  readonly start: number
  readonly end: number
}

export type ParsedMoney = { readonly money: Money; readonly upTo?: Money; readonly negotiable: boolean }

/** `currency`: the local one, for amounts and signs without a currency. */
export type MoneyHint = { readonly currency?: Currency }

/** Separators within a number. Only non-breaking spaces: "iPhone 13 250 €" is not thirteen thousand. */
const NO_BREAK_SPACES = '\\u00a0\\u202f\\u2009'
/** `50,-` and `1'250.–`: no cents. */
const NO_CENTS = '[.,](?:-{1,2}|[–—])'
/** Bounded, so that other digits are rejected quickly: no amount has more than 20. */
const NUMBER = `\\d{1,20}(?:[.,'’${NO_BREAK_SPACES}]\\d{1,20}){0,8}(?:${NO_CENTS})?(?!\\d)`
const TO = /^\s{0,3}(?:-|–|—|bis|to)\s{0,3}$/iu
const BARE_NUMBER = new RegExp(`^(?:${NUMBER})$`)
const NO_CENTS_AT_END = new RegExp(`${NO_CENTS}$`)

/** A number does not begin within a version or another number, nor after a decimal point without digits. */
const TOKEN = new RegExp(
  `(?<number>(?<!\\p{N})(?<!(?:^|\\P{L})[.,])(?<!\\d[:'’${NO_BREAK_SPACES}])${NUMBER})|(?<marker>${MARKER})`,
  'giu',
)
/** Texts that may directly follow an amount. Any other letter makes it another number: `2.5M`, `12k`, `3080Ti`. */
const TOUCHING = /^(?:VB|VHB|FP|obo|ono|each|p&p|plus|pro)/iu
const TOUCHED = /^(?:[\p{L}%]|:\d|\s?(?:k|Mio|Mrd|Tsd|million|billion|thousand)(?!\p{L}))/iu
/** Groups of three digits separated by an ordinary space. */
const FIRST_GROUP = /^[1-9]\d{0,2}$/
const NEXT_GROUP = new RegExp(`^\\d{3}(?:[.,]\\d{1,2}|${NO_CENTS})?$`)
const MAX_GROUPS = 5
const MAX_LOOKAHEAD_CHARS = 12
/** Currencies of countries that group thousands with a space. */
const SPACED: ReadonlySet<Currency> = new Set(['SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF'])
/** Texts that precede an amount but not a model number. */
const BEFORE_AMOUNT = /(?:^|[:=(|;\n]|(?<!\p{L})(?:preis|price|prix|gebot|bid|kosten|kostet|wert|ab|nur|für|um|ca\.?))\s?$/iu
/**
 * In a range with one currency marker, the upper end is at most this many times the lower one: "RTX 3080 - 450 €" is no range.
 */
const MAX_RANGE = 5
/** "PHP 7" is a version, "PHP 700" may be an amount. */
const SMALL = /^\d{1,2}$/

type Token = { readonly start: number; readonly end: number; readonly text: string; readonly marker?: Marker }
/** A number with its adjacent markers; `last`: the index of its last token. */
type Amount = {
  readonly written: string
  readonly first: number
  readonly last: number
  readonly currency?: Currency
  readonly start: number
  readonly end: number
}

/** Every amount with a currency in a text, in order. Negative amounts and malformed numbers are skipped. */
export function findMoney(text: string, hint: MoneyHint = {}): FoundMoney[] {
  const tokens = tokensOf(text, hint.currency)
  const found: FoundMoney[] = []
  let at = 0
  while (at < tokens.length) {
    const low = amountAt(text, tokens, at, hint.currency)
    if (low === undefined) {
      at++
      continue
    }
    const high = upperEnd(text, tokens, low, hint.currency)
    const currency = low.currency ?? high?.currency
    const money = currency === undefined || isNegative(text, low.start) ? undefined : amount(low.written, currency)
    const upTo = money === undefined || high === undefined ? undefined : rangeEnd(money, low, high)
    if (money !== undefined && (low.currency !== undefined || upTo !== undefined)) {
      found.push({
        money,
        ...(upTo === undefined ? {} : { upTo }),
        start: low.start,
        end: upTo === undefined ? low.end : (high?.end ?? low.end),
      })
    }
    at = (upTo === undefined ? low.last : (high?.last ?? low.last)) + 1
  }
  return found
}

function tokensOf(text: string, hint: Currency | undefined): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const token = { start: match.index, end: match.index + match[0].length, text: match[0] }
    if (match.groups?.marker === undefined) tokens.push(token)
    else {
      const marker = readMarker(match[0], hint)
      if (marker !== undefined) tokens.push({ ...token, marker })
    }
  }
  return tokens
}

/** The amount that begins with the token at `at`: a number or the marker before it. */
function amountAt(text: string, tokens: readonly Token[], at: number, hint: Currency | undefined): Amount | undefined {
  const codeFirst = tokens[at]?.marker?.isCode === true && tokens[at + 1]?.marker?.isShared === true && touch(text, tokens, at)
  const sign = codeFirst ? at + 1 : at
  const first = tokens[sign]?.marker === undefined ? sign : sign + 1
  const number = tokens[first]
  if (number === undefined || number.marker !== undefined) return undefined
  if (first !== sign && !touch(text, tokens, sign)) return undefined
  const before = first === sign ? undefined : tokens[sign]?.marker
  if (before === undefined && /\p{L}$/u.test(text.slice(Math.max(0, number.start - 2), number.start))) return undefined
  const grouped = lastGroup(text, tokens, first)
  const behindGroups = markerBehind(text, tokens, grouped, before)
  const joins = grouped > first && joinsGroups(text, number, before, behindGroups, hint)
  if (grouped > first && !joins && isUnclear(number, tokens[grouped], before, behindGroups)) {
    // Parsed as a whole but ambiguous: no amount is better than a wrong one.
    return { written: '', first, last: grouped + (behindGroups === undefined ? 0 : 1), start: number.start, end: number.end }
  }
  const last = joins ? grouped : first
  const after = joins ? behindGroups : markerBehind(text, tokens, first, before)
  const written = text.slice(number.start, tokens[last]?.end).replaceAll(' ', '\u00a0')
  const end = tokens[last + (after === undefined ? 0 : 1)]?.end ?? number.end
  const code = codeFirst ? tokens[at]?.marker : undefined
  const chosen = code ?? after ?? before
  const marker = usable(chosen, written, chosen === before)
  if (after === undefined && isTouched(text, end)) return undefined
  return {
    written,
    first,
    last: last + (after === undefined ? 0 : 1),
    ...(marker === undefined ? {} : { currency: marker.currency }),
    start: before === undefined ? number.start : (tokens[at]?.start ?? number.start),
    end,
  }
}

/** Whether at most a space separates a token from the next. */
function touch(text: string, tokens: readonly Token[], at: number): boolean {
  const gap = text.slice(tokens[at]?.end, tokens[at + 1]?.start)
  return tokens[at + 1] !== undefined && (gap === '' || /^\s$/.test(gap))
}

function isTouched(text: string, end: number): boolean {
  const rest = text.slice(end, end + MAX_LOOKAHEAD_CHARS)
  return TOUCHED.test(rest) && !TOUCHING.test(rest)
}

/**
 * The marker after the number at `at`, unless it belongs to the next number.
 * @param before the marker before the number
 */
function markerBehind(text: string, tokens: readonly Token[], at: number, before: Marker | undefined): Marker | undefined {
  const marker = tokens[at + 1]?.marker
  if (marker === undefined || !touch(text, tokens, at)) return undefined
  const next = tokens[at + 2]
  const gap = text.slice(tokens[at]?.end, tokens[at + 1]?.start)
  const follows = next !== undefined && touch(text, tokens, at + 1)
  if (before !== undefined)
    return before.isShared && marker.isCode && !(gap !== '' && follows && next.start === tokens[at + 1]?.end) ? marker : undefined
  if (!follows) return marker
  if (next.marker !== undefined)
    return marker.isCode && next.marker.isShared && isNumber(tokens[at + 3]) && touch(text, tokens, at + 2) ? undefined : marker
  if (gap === '') return marker
  if (next.start === tokens[at + 1]?.end) return undefined
  const [own, others] = [tokens[at]?.text ?? '', next.text].map((written) => HAS_CENTS.test(written))
  return own || (!others && !marker.leads) ? marker : undefined
}

const isNumber = (token: Token | undefined) => token !== undefined && token.marker === undefined
const HAS_CENTS = new RegExp(`(?:[.,]\\d{2}|${NO_CENTS})$`)

/** The last of the tokens after `first` that continue the number with three digits each, or `first` itself. */
function lastGroup(text: string, tokens: readonly Token[], first: number): number {
  let last = first
  while (last - first < MAX_GROUPS) {
    const [token, next] = [tokens[last], tokens[last + 1]]
    if (token === undefined || next === undefined || next.marker !== undefined || !NEXT_GROUP.test(next.text)) break
    if (!(last === first ? FIRST_GROUP : /^\d{3}$/).test(token.text) || text.slice(token.end, next.start) !== ' ') break
    if (/^[\p{L}%]/u.test(text.slice(next.end, next.end + 2)) && tokens[last + 2]?.start !== next.end) break
    last++
  }
  return last
}

function joinsGroups(
  text: string,
  number: Token,
  before: Marker | undefined,
  after: Marker | undefined,
  hint: Currency | undefined,
): boolean {
  if (before?.spaces || (hint !== undefined && SPACED.has(hint)) || (after !== undefined && SPACED.has(after.currency)))
    return true
  return BEFORE_AMOUNT.test(text.slice(Math.max(0, number.start - MAX_LOOKAHEAD_CHARS), number.start))
}

/** Whether "1 250 €" or "$1 500" may be one amount or two numbers; "iPhone 13 250 €" and "$350 200 km" are two. */
function isUnclear(first: Token, last: Token | undefined, before: Marker | undefined, after: Marker | undefined): boolean {
  if (before !== undefined) return first.text.length < 3
  return after !== undefined && (first.text.length === 1 || HAS_CENTS.test(last?.text ?? ''))
}

function usable(marker: Marker | undefined, written: string, isBefore: boolean): Marker | undefined {
  if (marker?.isWord && isBefore && SMALL.test(written)) return undefined
  if (marker?.needsGroups && (isBefore || !/[.\u00a0\u202f\u2009]\d{3}$/.test(written))) return undefined
  return marker
}

/** The amount after "–" or "to". */
function upperEnd(text: string, tokens: readonly Token[], low: Amount, hint: Currency | undefined): Amount | undefined {
  const next = tokens[low.last + 1]
  if (next === undefined || !TO.test(text.slice(low.end, next.start))) return undefined
  return amountAt(text, tokens, low.last + 1, hint)
}

function rangeEnd(money: Money, low: Amount, high: Amount): Money | undefined {
  if (high.currency !== undefined && high.currency !== money.currency) return undefined
  const upTo = amount(high.written, money.currency)
  if (upTo === undefined || upTo.amount <= money.amount) return undefined
  const bothMarked = low.currency !== undefined && high.currency !== undefined
  return bothMarked || upTo.amount <= money.amount * MAX_RANGE ? upTo : undefined
}

const NEGOTIABLE =
  /(?<!\p{L})(?:VB|VHB|Verhandlungsbasis|verhandelbar|Preisvorschlag|negotiable|o\.?n\.?o\.?|o\.?b\.?o\.?|best offer)(?!\p{L})/iu
const FREE =
  /^\s*(?:zu verschenken|verschenke|kostenlos|gratis|umsonst|free|for free|to give away|free to collect(?:or)?)[\s.!]*$/iu

/** Whether the seller says that the price is negotiable. */
export function isNegotiable(text: string): boolean {
  return NEGOTIABLE.test(text)
}

/** Whether a text only says that the item is free. */
export function isFree(text: string): boolean {
  return FREE.test(text)
}

/**
 * A text that is only a price ("120 € VB", "EUR 249,00 bis EUR 299,00", "Zu verschenken"); with a hint also a bare number.
 * @returns undefined for anything else, including "VB" alone, which states no price
 */
export function parseMoney(text: string, hint: MoneyHint = {}): ParsedMoney | undefined {
  const negotiable = isNegotiable(text)
  if (isFree(text)) return hint.currency === undefined ? undefined : { money: { amount: 0, currency: hint.currency }, negotiable }
  const bare = text
    .replace(NEGOTIABLE, '')
    .trim()
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u00a0')
  const [first] = findMoney(bare, hint)
  if (first !== undefined) {
    const rest = bare.slice(0, first.start) + bare.slice(first.end)
    if (!/^[\s().,:*+]*(?:(?:oder|or|ab|from)[\s().,:*+]*)?$/iu.test(rest)) return undefined
    return { money: first.money, ...(first.upTo === undefined ? {} : { upTo: first.upTo }), negotiable }
  }
  if (hint.currency === undefined || !BARE_NUMBER.test(bare)) return undefined
  const money = amount(bare, hint.currency)
  return money === undefined ? undefined : { money, negotiable }
}

/** A minus directly before the amount. After a letter or digit it is a hyphen, before a space it is a list's dash. */
function isNegative(text: string, start: number): boolean {
  return /(?:^|[^\p{L}\p{N}])[-−–]$/u.test(text.slice(Math.max(0, start - 2), start))
}

/** Parses a written number by the positions of its separators; undefined when they are invalid. */
function amount(written: string, currency: Currency): Money | undefined {
  const number = written.replace(NO_CENTS_AT_END, '')
  const marks = number.replace(/\d/g, '')
  const last = marks.at(-1)
  if (last === undefined) return moneyFromDigits(number, '', currency)
  const [whole, fraction] = splitAtDecimal(number, marks, last, currency)
  const groups = whole.split(/\D/)
  const separators = new Set(whole.replace(/\d/g, ''))
  const grouped =
    groups.length === 1 || (separators.size === 1 && !separators.has(fraction === '' ? '' : last) && isGrouping(groups))
  return grouped ? moneyFromDigits(groups.join(''), fraction, currency) : undefined
}

/**
 * The last point or comma is the decimal separator, unless it occurs again or precedes exactly three digits: `1.250` is a
 * thousand in German and `1,250` in English. For currencies with three fractional digits the point is decimal (`KWD 1.250`).
 */
function splitAtDecimal(number: string, marks: string, last: string, currency: Currency): [whole: string, fraction: string] {
  const position = number.lastIndexOf(last)
  const after = number.slice(position + 1)
  const isPointOrComma = last === '.' || last === ','
  const occursAgain = marks.indexOf(last) !== marks.length - 1
  const thousands = after.length === 3 && marks.length === 1 && !(minorDigits(currency) === 3 && last === '.')
  if (!isPointOrComma || occursAgain || thousands) return [number, '']
  return [number.slice(0, position), after]
}

function isGrouping(groups: readonly string[]): boolean {
  const [first = '', ...rest] = groups
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3)
}
