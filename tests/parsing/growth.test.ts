import { expect, test } from 'vitest'
import { parseKeywords } from '../../contract/keywords.ts'
import { tokenize, tokenizeWithPlaces } from '../../contract/tokens.ts'
import { readFeed } from '../../server/marketplaces/feed/document.ts'
import { extractBidCount, extractCondition } from '../../server/marketplaces/feed/extract/details.ts'
import { extractEnd } from '../../server/marketplaces/feed/extract/ends.ts'
import { extractHandover, extractPlaces } from '../../server/marketplaces/feed/extract/places.ts'
import { extractBuyingOptions, extractPrices } from '../../server/marketplaces/feed/extract/prices.ts'
import { pictureSources, plainText } from '../../server/marketplaces/feed/plainText.ts'
import { createKeywordMatcher } from '../../server/matching/index/matcher.ts'
import { findMoney, parseMoney } from '../../server/money/parse.ts'
import { readBounce } from '../../server/notifications/channels/email/bounce.ts'

/*
 * Parsers take linear time. Texts of one length and of four times that length are parsed several times, and the best times are
 * compared, since on a busy machine any single one may be late. An entry's text may be a single line, so lines are as long as texts here.
 */

/** Allowed growth when the text is doubled: linear is 2, quadratic 4; the rest is noise. */
const MAX_GROWTH = 3
/** The text is doubled until it takes this long: shorter times are noise. */
const MIN_MS = 1
/** Three times the limit of an entry; with longer texts, garbage collection would dominate. */
const MAX_UNITS = 2 ** 17
/** Short, so that a cost of the fourth power is noticed before it takes minutes. */
const FIRST_UNITS = 32
const ROUNDS = 7
const COARSE_MS = 20
/** A parser that takes longer is not tried with longer texts. */
const MAX_MS = 100
const ATTEMPTS = 8

type Reader = (text: string) => unknown

const END = { now: Date.parse('2026-11-20T14:30:00Z'), timeZone: 'Europe/Berlin' }
const READERS: Readonly<Record<string, Reader>> = {
  places: (text) => extractPlaces([text], 'DE'),
  handover: (text) => extractHandover([text], 'DE'),
  ends: (text) => extractEnd([text], END),
  prices: (text) => extractPrices('x', [text], 'EUR'),
  'buying options': (text) => extractBuyingOptions([text], { negotiable: false }, undefined),
  bids: (text) => extractBidCount([text]),
  condition: (text) => extractCondition('x', [text]),
  money: (text) => [findMoney(text), parseMoney(text, { currency: 'EUR' })],
  'plain text': plainText,
  pictures: pictureSources,
  'feed document': (text) => readFeed(`<rss><channel><item/></channel></rss>${text}`),
  'feed trailer': (text) => readFeed(text),
  bounce: (text) => readBounce(`+${'a'.repeat(52)}@x\nContent-Type: message/delivery-status\n\n${text}`),
  'bounce headers': readBounce,
  // Longer ones are refused for their length, after they were read.
  keywords: (text) => parseKeywords(text.slice(0, 20_000), { hasOtherCriterion: true }),
  tokens: tokenize,
  'tokens with places': tokenizeWithPlaces,
}

/** A repeated part with its prefix and suffix; each has slowed an expression down or was designed to. */
const TEXTS: readonly (readonly [before: string, repeated: string, behind: string])[] = [
  ['10115 ', 'A-', '='],
  ['10115 ', 'A ', '='],
  ['10115 A', ' ', '='],
  ['Standort:', ' ', '\n'],
  ['1d', '\u00a0', 'x'],
  ['1d 1h', '\u00a0', '1m\u00a0x'],
  ['', '1d 1h 1m ', 'x'],
  ['ends', ' ', 'x'],
  ['endet mo', ' ', 'x'],
  ['', 'endet ', 'x'],
  ['', '1.', 'x'],
  ['', '1 - ', 'x'],
  ['5 €', ' ', 'x'],
  ['', '5 € ', 'Versand'],
  ['neu', ' mit', '\n'],
  ['', 'zu verschenken ', '.x'],
  ['</rss>', '<!---->', 'x'],
  ['</rss>', ' ', 'x'],
  ['', '<', ''],
  ['', '<a ', ''],
  ['<', 'a', ''],
  ['', '<img \'"\' "', '<'],
  ['', '<!--', ''],
  ['', '<a "', ''],
  ['', "<a '", '"'],
  ['', '&#x', ';'],
  ['Action: x', ' ', 'y'],
  ['Action: failed\nStatus:', '\n ', 'y'],
  ['', 'Action: failed\n', ''],
  ['', 'content-type:\n', ''],
  ['', `+${'a'.repeat(52)}`, ''],
  ['', 'a-', ''],
  ['', '(a,', ''],
  ['"', 'ﷺ ', '"'],
  ['', 'ä1', ''],
  ['a', '\u0301', ''],
  ['', '\ud83d', ''],
]

const textOf = ([before, repeated, behind]: (typeof TEXTS)[number], units: number) =>
  before + repeated.repeat(Math.ceil(units / repeated.length)) + behind

test.each(Object.entries(READERS))('%s: double the text takes at most three times as long', (_, read) => {
  const slow: string[] = []
  for (const parts of TEXTS) {
    const growth = growthOf(read, parts)
    if (growth > MAX_GROWTH) slow.push(`${JSON.stringify(parts)}: ${growth.toFixed(1)} times`)
  }
  expect(slow).toEqual([])
})

test.each(['exact', 'compounds'] as const)('words side by side in a text that repeats them (%s)', (wordMatch) => {
  for (const [keywords, word] of [
    ['a-'.repeat(60), 'a '],
    ['a1-'.repeat(60), 'a 1 '],
    ['autos-'.repeat(60), 'auto '],
    ['ﷺ'.repeat(19), 'ﷺ '],
    [`"${'a '.repeat(59)}b"`, 'a '],
  ] as const) {
    const criteria = { keywords, wordMatch, searchIn: 'titleAndDescription' } as Parameters<typeof createKeywordMatcher>[0]
    const testOf = createKeywordMatcher(criteria)
    const read: Reader = (description) => testOf.matches({ title: 'x', description, marketplace: 'm' })
    expect(growthOf(read, ['', word, '']), keywords).toBeLessThan(MAX_GROWTH)
  }
})

/**
 * How many times longer double the text takes, by two doublings at once, which tell quadratic costs (16 times) from
 * disturbances. The least of several comparisons, of longer texts where there are any: a disturbance is not in all of them.
 */
function growthOf(read: Reader, parts: (typeof TEXTS)[number]): number {
  let units = FIRST_UNITS
  while (units < MAX_UNITS && timeOf(read, textOf(parts, units), 3) < MIN_MS) units *= 2
  let growth = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && growth > MAX_GROWTH && units < MAX_UNITS; attempt++) {
    const long = timeOf(read, textOf(parts, 4 * units), ROUNDS)
    growth = Math.min(growth, Math.sqrt(long / timeOf(read, textOf(parts, units), ROUNDS)))
    if (long < MAX_MS && 2 * units < MAX_UNITS) units *= 2
  }
  // Too quick to be compared at any length.
  return growth === Number.POSITIVE_INFINITY ? 1 : growth
}

/** The best of several times, in milliseconds. */
function timeOf(read: Reader, text: string, rounds: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && (round === 0 || best < MAX_MS); round++) {
    const started = performance.now()
    const cpu = process.threadCpuUsage()
    read(text)
    const took = performance.now() - started
    const { user, system } = process.threadCpuUsage(cpu)
    // The processor's clock is coarse, but it does not run while others have the processor.
    best = Math.min(best, took < COARSE_MS ? took : (user + system) / 1000)
  }
  return best
}
