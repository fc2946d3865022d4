import { minorDigits } from '../../contract/minorDigits.ts'
import type { Currency, Money } from '../../contract/money.ts'
import { moneyFromDigits } from './decimal.ts'
import { currencyOf, MARKER } from './markers.ts'

export type FoundMoney = {
  readonly money: Money
  /** The upper end when the text gives a range; `money` is its lower end. */
  readonly upTo?: Money
  /** Where it stands in the text, UTF-16 code units, end exclusive. */
  readonly start: number
  readonly end: number
}

export type ParsedMoney = { readonly money: Money; readonly upTo?: Money; readonly negotiable: boolean }

/** `currency`: the place's own, for amounts and signs that do not say. */
export type MoneyHint = { readonly currency?: Currency }

/** Separators inside a number. Of the spaces only those that do not break: "iPhone 13 250 €" is not thirteen thousand. */
const NO_BREAK_SPACES = '\\u00a0\\u202f\\u2009'
/** `50,-` and `1'250.–`: no cents. */
const NO_CENTS = '[.,](?:-{1,2}|[–—])'
/** Bounded, so that what stands for no amount is given up soon: 20 digits are more than any amount has. */
const NUMBER = `\\d{1,20}(?:[.,'’${NO_BREAK_SPACES}]\\d{1,20}){0,8}(?:${NO_CENTS})?(?!\\d)`
const TO = '\\s{0,3}(?:-|–|—|bis|to)\\s{0,3}'
const BARE_NUMBER = new RegExp(`^(?:${NUMBER})$`)
const NO_CENTS_AT_END = new RegExp(`${NO_CENTS}$`)

// A number does not begin inside a word, a version or another number.
const FREE_STANDING = `(?<![\\p{L}\\p{N}])(?<!\\d[.,'’${NO_BREAK_SPACES}])`
const PRICE = new RegExp(
  `(?<before>${MARKER})\\s?(?<low1>${NUMBER})(?:${TO}(?:${MARKER})?\\s?(?<high1>${NUMBER}))?` +
    `|${FREE_STANDING}(?<low2>${NUMBER})(?:\\s?(?:${MARKER})?${TO}(?<high2>${NUMBER}))?\\s?(?<after>${MARKER})`,
  'giu',
)

/** Every amount with a currency in a running text, in order. Negative amounts and impossible numbers are left out. */
export function findMoney(text: string, hint: MoneyHint = {}): FoundMoney[] {
  const found: FoundMoney[] = []
  for (const match of text.matchAll(PRICE)) {
    const { before, after, low1, low2, high1, high2 } = match.groups ?? {}
    const currency = currencyOf(before ?? after ?? '', hint.currency)
    const low = low1 ?? low2
    if (currency === undefined || low === undefined || isNegative(text, match.index)) continue
    const money = amount(low, currency)
    if (money === undefined) continue
    const high = high1 ?? high2
    const upTo = high === undefined ? undefined : amount(high, currency)
    const isRange = upTo !== undefined && upTo.amount > money.amount
    found.push({ money, ...(isRange ? { upTo } : {}), start: match.index, end: match.index + match[0].length })
  }
  return found
}

const NEGOTIABLE =
  /(?<!\p{L})(?:VB|VHB|Verhandlungsbasis|verhandelbar|Preisvorschlag|negotiable|o\.?n\.?o\.?|o\.?b\.?o\.?|best offer)(?!\p{L})/iu
const FREE =
  /^\s*(?:zu verschenken|verschenke|kostenlos|gratis|umsonst|free|for free|to give away|free to collect(?:or)?)[\s.!]*$/iu

/** Whether the seller says that the price can be talked about. */
export function isNegotiable(text: string): boolean {
  return NEGOTIABLE.test(text)
}

/** Whether a text says nothing but that the thing costs nothing. */
export function isFree(text: string): boolean {
  return FREE.test(text)
}

/**
 * A text that is a price and nothing else ("120 € VB", "EUR 249,00 bis EUR 299,00", "Zu verschenken"); with a hint also a bare number.
 * Undefined for anything else, "VB" alone included: that price is not known.
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

/** A minus directly before the amount; after a letter or digit it is a hyphen, before a space a list's dash. */
function isNegative(text: string, start: number): boolean {
  return /(?:^|[^\p{L}\p{N}])[-−–]$/u.test(text.slice(Math.max(0, start - 2), start))
}

/** A number as people write it, by where its separators stand; undefined when they cannot stand there. */
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
 * The last point or comma is the decimal one, unless it occurs again or stands before exactly three digits: `1.250` is a thousand in
 * German and `1,250` in English, and no currency with two digits has a third. Of those with three, the point is decimal (`KWD 1.250`).
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
