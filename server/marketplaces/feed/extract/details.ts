import type { Condition } from '../../../../contract/auction.ts'
import { CATEGORIES, listingCategory } from '../../../../contract/categories.ts'

const BID_NUMBER = '(?:\\d{1,3}[.,]\\d{3}|\\d{1,5})'
const BIDS = new RegExp(`(?<![\\p{L}\\d.,])(?<bids>${BID_NUMBER})\\s*(?:gebote?|bids?)(?!\\p{L})`, 'iu')
/** With an amount behind the label, it is a bid and not the number of bids. */
const BIDS_LABELLED = new RegExp(
  `(?<!\\p{L})(?:gebote|bids|(?:anzahl der|anzahl) gebote|number of bids|bid count)\\s?:\\s{0,3}(?<bids>${BID_NUMBER})(?!\\d|[.,]\\d|\\s?(?:[€$£]|eur|usd|gbp|chf))`,
  'iu',
)
const NO_BIDS = /(?<!\p{L})(?:keine gebote|noch keine? gebote?|no bids)(?!\p{L})/iu

/** "17 Gebote", "Bids: 5", "1,234 bids", "keine Gebote". */
export function extractBidCount(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const bids = (BIDS.exec(line) ?? BIDS_LABELLED.exec(line))?.groups?.bids
    if (bids !== undefined) return Number(bids.replace(/[.,]/g, ''))
    if (NO_BIDS.test(line)) return 0
  }
  return undefined
}

const LABELLED = /^(?:artikel)?(?:zustand|condition)\s*:\s*(\S.{1,59})$/iu

// From certain to vague; the last two only where a whole line or a label says so.
const PHRASES: readonly (readonly [Condition, RegExp])[] = [
  [
    'forParts',
    /(?<!nicht )(?<!keine? )(?<!keinen )(?<!keinerlei )(?<!no )(?<!not )(?<!ohne )\b(?:defekt|bastler|ersatzteilspender|als ersatzteil|for parts|spares or repairs?|not working(?! (?:remotely|hours|with|on|for|at|from|as|in)\b)|faulty)/iu,
  ],
  ['refurbished', /generalüberholt|\bgeneralueberholt|refurbished|renewed/iu],
  ['likeNew', /neuwertig|wie neu\b|\blike new\b|open box|neu\s?:\s?sonstige/iu],
]
const STATED: readonly (readonly [Condition, RegExp])[] = [
  ...PHRASES,
  ['new', /^(?:brand\s?)?(?:neu|new)(?: (?:mit|with|in|und|&|ovp|etikett|tags).*)?$/iu],
  [
    'used',
    // "Used for display only" describes a purpose, not the condition.
    /^(?:gebraucht|used(?! (?:for|by|in|as|to|with|at)\b)|pre-?owned|second ?hand|(?:sehr )?guter? (?:gebrauchter )?zustand|in ordnung|very good|good|acceptable)/iu,
  ],
]

/** The condition from a whole line, a label or an unambiguous phrase. "Neu" within a text is ambiguous. */
export function extractCondition(title: string, lines: readonly string[]): Condition | undefined {
  for (const line of lines) {
    const stated = LABELLED.exec(line)?.[1] ?? line
    const found = STATED.find(([, pattern]) => pattern.test(stated.trim()))
    if (found !== undefined && (stated !== line || stated.length <= MAX_STATEMENT_CHARS)) return found[0]
  }
  return PHRASES.find(([, pattern]) => pattern.test(title) || lines.some((line) => pattern.test(line)))?.[0]
}

/** A line that states a condition has only a few words. */
const MAX_STATEMENT_CHARS = 40

const BY_LABEL: ReadonlyMap<string, string> = new Map(
  CATEGORIES.toReversed().flatMap(({ id, label }) => [label.en, label.de].map((name) => [name.toLowerCase(), id] as const)),
)

/** The first of a feed's categories whose name is one of ours. */
export function extractCategory(names: readonly string[]): { id: string; path: string[] } | undefined {
  for (const name of names) {
    const id = BY_LABEL.get(name.trim().toLowerCase())
    if (id !== undefined) return listingCategory(id)
  }
  return undefined
}
