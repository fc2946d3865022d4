import snowball from 'snowball-stemmers'
import type { Auction } from '../../contract/auction.ts'
import type { Criterion, FilterCriteria } from '../../contract/filter.ts'
import { type KeywordPhrase, type KeywordTerm, type KeywordWord, parseKeywords } from '../../contract/keywords.ts'
import type { Currency, Money } from '../../contract/money.ts'
import type { Verdict } from '../../contract/preview.ts'

/*
 * The rules of matching once more, as plainly as they can be written: a loop over all filters, and over every way to
 * read a text. Shares no code with the matcher but the parser of the keywords.
 */

export type NaiveContext = { now: number; convert: (money: Money, to: Currency) => number | undefined }

export function naiveMatch(
  filters: Iterable<FilterCriteria & { id: string }>,
  auction: Auction,
  context: NaiveContext,
): { filterId: string; flags: Criterion[] }[] {
  const matches: { filterId: string; flags: Criterion[] }[] = []
  if (auction.status !== 'active') return matches
  for (const filter of filters) {
    const flags = naiveFlags(filter, auction, context)
    if (flags) matches.push({ filterId: filter.id, flags })
  }
  return matches
}

export function naiveFlags(filter: FilterCriteria, auction: Auction, context: NaiveContext): Criterion[] | undefined {
  const flags: Criterion[] = []
  for (const [criterion, verdict] of naiveVerdicts(filter, auction, context)) {
    if (verdict === 'no') return undefined
    if (verdict === 'yes') continue
    const policy = filter.unknown[criterion] ?? (criterion === 'location' ? 'exclude' : 'flag')
    if (policy === 'exclude') return undefined
    if (policy === 'flag') flags.push(criterion)
  }
  return flags
}

export function naiveVerdicts(f: FilterCriteria, a: Auction, { now, convert }: NaiveContext): [Criterion, Verdict][] {
  const bidding = a.buyingOptions.includes('auction')
  const offersKnown = a.buyingOptions.length > 0
  const known = <T>(value: T | undefined, test: (value: T) => boolean): Verdict =>
    value === undefined ? 'unknown' : test(value) ? 'yes' : 'no'

  const money = f.price?.of === 'totalPrice' ? a.totalPrice : a.price
  const amount = money && f.price && (money.currency === f.price.currency ? money.amount : convert(money, f.price.currency))
  const bids = a.bidCount ?? (offersKnown && !bidding ? 0 : undefined)
  const path = a.category && [a.category.id, ...a.category.path]
  const seller = a.seller?.name === undefined ? undefined : naiveFold(a.seller.name).trim()
  const only = (f.sellers?.only ?? []).map((name) => naiveFold(name).trim())
  const never = (f.sellers?.never ?? []).map((name) => naiveFold(name).trim())
  const lat = a.location?.lat
  const lon = a.location?.lon
  const place = lat === undefined || lon === undefined ? undefined : { lat, lon }
  const left = a.endsAt === undefined ? undefined : Date.parse(a.endsAt) - now
  const within = (f.endsWithinMinutes ?? 0) * 60_000

  const verdicts: [Criterion, boolean, () => Verdict][] = [
    ['keywords', true, () => (naiveKeywords(f, a) ? 'yes' : 'no')],
    ['marketplace', f.marketplaces.length > 0, () => known(a.marketplace, (id) => f.marketplaces.includes(id))],
    [
      'buyingOption',
      f.buyingOptions.length > 0,
      () => known(offersKnown ? a.buyingOptions : undefined, (all) => all.some((one) => f.buyingOptions.includes(one))),
    ],
    ['condition', f.conditions.length > 0, () => known(a.condition, (condition) => f.conditions.includes(condition))],
    ['category', f.categories.length > 0, () => known(path, (ids) => ids.some((id) => f.categories.includes(id)))],
    [
      'price',
      f.price !== undefined && (f.price.min !== undefined || f.price.max !== undefined),
      () => known(amount, (minor) => !(minor < (f.price?.min ?? 0)) && !(minor > (f.price?.max ?? Infinity))),
    ],
    ['bids', f.maxBids !== undefined, () => known(bids, (count) => count <= (f.maxBids ?? 0))],
    [
      'location',
      f.location !== undefined,
      () => known(place, (there) => f.location !== undefined && arcKm(there, f.location) <= f.location.radiusKm),
    ],
    [
      'shipping',
      f.shippingTo !== undefined,
      () =>
        a.shipsTo === undefined
          ? a.shipping !== undefined && a.location?.country === f.shippingTo
            ? 'yes'
            : 'unknown'
          : a.shipsTo.includes(f.shippingTo ?? '')
            ? 'yes'
            : 'no',
    ],
    [
      'seller',
      only.length + never.length > 0,
      () => known(seller, (name) => (only.length === 0 || only.includes(name)) && !never.includes(name)),
    ],
    ['commercial', f.commercial !== undefined, () => known(a.seller?.commercial, (is) => is === f.commercial)],
    [
      'end',
      f.endsWithinMinutes !== undefined,
      () => (left === undefined && offersKnown && !bidding ? 'no' : known(left, (ms) => ms > 0 && ms <= within)),
    ],
  ]
  return verdicts.map(([criterion, asked, verdict]) => [criterion, asked ? verdict() : 'yes'])
}

/** Great-circle distance by the angle between two unit vectors. */
function arcKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const vector = ({ lat, lon }: { lat: number; lon: number }) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const
  }
  const [ax, ay, az] = vector(a)
  const [bx, by, bz] = vector(b)
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
  return 6371.0088 * Math.atan2(cross, ax * bx + ay * by + az * bz)
}

export function naiveFold(text: string): string {
  let rest = text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .toLowerCase()
  let folded = ''
  let previous = ''
  while (rest !== '') {
    const pair = rest.slice(0, 2)
    let took = 1
    if (rest.startsWith('ß')) folded += 'ss'
    else if ('äöü'.includes(rest.charAt(0))) folded += 'aou'.charAt('äöü'.indexOf(rest.charAt(0)))
    else if (pair === 'ae' || pair === 'oe' || (pair === 'ue' && previous !== 'q')) {
      folded += pair.charAt(0)
      took = 2
    } else folded += rest.charAt(0)
    previous = rest.charAt(took - 1)
    rest = rest.slice(took)
  }
  return folded.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

type Unit = { text: string; kind: 'whole' | 'head' | 'tail' }

function naiveTokens(text: string): string[] {
  return naiveFold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Every way to read a text: each token whole, or as its two parts. */
function readings(text: string): Unit[][] {
  let all: Unit[][] = [[]]
  for (const token of naiveTokens(text)) {
    const ways: Unit[][] = [[{ text: token, kind: 'whole' }]]
    const parts = /^(.*?\p{L})(\p{N}.*)$/u.exec(token)
    if (parts?.[1] && parts[2]) {
      ways.push([
        { text: parts[1], kind: 'head' },
        { text: parts[2], kind: 'tail' },
      ])
    }
    all = all.flatMap((before) => ways.map((way) => [...before, ...way]))
  }
  return all
}

const hasDigit = (text: string) => /\p{N}/u.test(text)
const hasLetter = (text: string) => /\p{L}/u.test(text)
const german = snowball.newStemmer('german')
const english = snowball.newStemmer('english')

type WordMatch = FilterCriteria['wordMatch']

function sameWord(word: string, text: string, wordMatch: WordMatch): boolean {
  if (word === text) return true
  if (wordMatch === 'exact' || hasDigit(word)) return false
  const endsWith = (end: string, whole: string) => end.length >= 4 && whole.length >= end.length + 3 && whole.endsWith(end)
  if (wordMatch === 'compounds' && endsWith(word, text)) return true
  if (hasDigit(text)) return false
  return [german, english].some((stemmer) => {
    const [wordStem, textStem] = [stemmer.stem(word), stemmer.stem(text)]
    return wordStem === textStem || (wordMatch === 'compounds' && endsWith(wordStem, textStem))
  })
}

/** How many units from `at` on are this word, in every way. */
function wordLengths(units: Unit[], at: number, word: string, prefix: boolean, wordMatch: WordMatch): number[] {
  const unit = units[at]
  if (!unit) return []
  if (prefix) return unit.text.startsWith(word) ? [1] : []
  const lengths = sameWord(word, unit.text, wordMatch) ? [1] : []
  if (hasDigit(word) && hasLetter(word)) {
    for (const count of [2, 3]) {
      const joined = units.slice(at, at + count)
      if (joined.length === count && joined.map(({ text }) => text).join('') === word) lengths.push(count)
    }
  }
  return lengths
}

function spells(unit: Unit | undefined, first: string, second: string): boolean {
  return unit !== undefined && unit.kind !== 'head' && unit.text === first + second && /\p{N}$/u.test(first) && !hasDigit(second)
}

function sideBySideAt(units: Unit[], at: number, words: string[], prefix: boolean, wordMatch: WordMatch): boolean {
  const [first, second, ...rest] = words
  if (first === undefined) return true
  const isPrefix = prefix && words.length === 1
  const lengths = wordLengths(units, at, first, isPrefix, wordMatch)
  if (lengths.some((length) => sideBySideAt(units, at + length, words.slice(1), prefix, wordMatch))) return true
  const secondIsPrefix = prefix && words.length === 2
  return (
    second !== undefined &&
    !secondIsPrefix &&
    spells(units[at], first, second) &&
    sideBySideAt(units, at + 1, rest, prefix, wordMatch)
  )
}

type Words = (KeywordWord | KeywordPhrase)[]

function naiveKeywords(filter: FilterCriteria, auction: Auction): boolean {
  const { terms } = parseKeywords(filter.keywords, { hasOtherCriterion: true })
  const both = [auction.title, auction.description ?? '']
  const searched = filter.searchIn === 'title' ? [auction.title] : both
  const excluded = terms.filter((term) => term.excluded)
  if (excluded.some((term) => someValue(term.value, both, filter.wordMatch))) return false

  const asking = terms.filter(({ value }) => value.kind === 'group' || value.tokens.length > 0)
  return asking.every((term, index) => {
    if (term.excluded || someValue(term.value, searched, filter.wordMatch)) return true
    return [asking[index - 1], asking[index + 1]].some((neighbour) => {
      if (!neighbour || neighbour.excluded) return false
      const [first, second] = neighbour === asking[index - 1] ? [neighbour, term] : [term, neighbour]
      return spelledTogether(first.value, second.value, searched)
    })
  })
}

function someValue(value: KeywordTerm['value'], texts: string[], wordMatch: WordMatch): boolean {
  if (value.kind !== 'group') return allWords([value], texts, wordMatch)
  return value.alternatives
    .map(({ words }) => words.filter(({ tokens }) => tokens.length > 0))
    .some((words) => words.length > 0 && allWords(words, texts, wordMatch))
}

function allWords(words: Words, texts: string[], wordMatch: WordMatch): boolean {
  return words.every((word, index) => {
    if (oneWord(word, texts, wordMatch)) return true
    const [before, after] = [words[index - 1], words[index + 1]]
    return (before && spelledTogether(before, word, texts)) || (after && spelledTogether(word, after, texts)) || false
  })
}

function oneWord(word: KeywordWord | KeywordPhrase, texts: string[], wordMatch: WordMatch): boolean {
  if (word.kind === 'phrase')
    return texts.some((text) => ` ${naiveTokens(text).join(' ')} `.includes(` ${word.tokens.join(' ')} `))
  const words = naiveTokens(word.text)
  return texts.some((text) =>
    readings(text).some((units) => units.some((_, at) => sideBySideAt(units, at, words, word.prefix, wordMatch))),
  )
}

function spelledTogether(first: KeywordTerm['value'], second: KeywordTerm['value'], texts: string[]): boolean {
  const plain = (value: KeywordTerm['value']) =>
    value.kind === 'word' && !value.prefix && value.tokens.length === 1 ? value.tokens[0] : undefined
  const [a, b] = [plain(first), plain(second)]
  if (a === undefined || b === undefined) return false
  return texts.some((text) => readings(text).some((units) => units.some((unit) => spells(unit, a, b))))
}
