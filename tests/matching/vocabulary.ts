import fc from 'fast-check'
import { Auction } from '../../contract/auction.ts'
import { type Filter, FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import type { Currency, Money } from '../../contract/money.ts'

/* Auctions and filters out of a vocabulary so small that they meet often. */

export const NOW = Date.parse('2026-11-20T12:00:00Z')

/** One euro is two dollars; for yen there is no rate. */
export function convert({ amount, currency }: Money, to: Currency): number | undefined {
  const perEuro: Record<string, number> = { EUR: 1, USD: 2 }
  const [from, into] = [perEuro[currency], perEuro[to]]
  return from === undefined || into === undefined ? undefined : Math.round((amount / from) * into)
}

// biome-ignore format: a list
const WORDS = [
  'Kamera', 'kameras', 'Spiegelreflexkamera', 'Digitalkameras', 'Stühle', 'Stuehle', 'Stuhl', 'Bürostuhl', 'Uhr', 'Uhren', 'Armbanduhr',
  'watch', 'watches', 'Straße', 'strasse', 'Quelle', 'neue', 'ovp', 'RTX', 'rtx3080', 'rtx3080ti', '3080', '3080ti', 'ti', 'Ti', 'tis',
  'iphone13', 'iPhone', '13', '13mini', 'mini', 'DDR4', 'ddr', '4', '3200', 'a1b2', '1b2', 'b2', 'a', '2', 'b', 'ti3080', '16gb', 'gb', '16',
  'minikamera2', '4kkamera', '100kameras', 'mini2', 'ti16', 'Café', 'cafe',
]
const word = fc.constantFrom(...WORDS)
const separator = fc.constantFrom(' ', ' ', ' ', '-', ', ', '/', ' & ')

const text = (maxLength: number) =>
  fc.array(fc.tuple(word, separator), { maxLength }).map((parts) => parts.map(([part, after]) => part + after).join(''))

const keywordWord = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([a, b]) => `${a}-${b}`) },
  { weight: 1, arbitrary: fc.tuple(word, word, word).map(([a, b, c]) => `${a}-${b}/${c}`) },
  { weight: 1, arbitrary: word.map((whole) => `${whole.slice(0, 3).padEnd(2, 'a')}*`) },
  { weight: 1, arbitrary: fc.constantFrom('ddr4-32*', '&', '3080-ti', '3-08*') },
)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`)
const alternative = fc.array(fc.oneof({ weight: 5, arbitrary: keywordWord }, { weight: 1, arbitrary: phrase }), {
  minLength: 1,
  maxLength: 2,
})
const group = fc
  .array(alternative, { minLength: 1, maxLength: 3 })
  .map((all) => `(${all.map((words) => words.join(' ')).join(', ')})`)
const term = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: keywordWord }, { weight: 2, arbitrary: phrase }, { weight: 2, arbitrary: group }),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([value, chance]) => (chance === 0 ? `-${value}` : value))
const keywords = fc
  .array(term, { maxLength: 3 })
  .map((terms) => terms.join(' '))
  .filter((text) => parseKeywords(text, { hasOtherCriterion: true }).faults.length === 0)

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 })
const some = <T>(...values: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.subarray(values) })

const money: fc.Arbitrary<Money> = fc.record({
  amount: fc.integer({ min: 0, max: 6 }).map((euros) => euros * 100),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
})
const country = fc.constantFrom('DE', 'AT')
const sellerName = fc.constantFrom('Müller', 'mueller', ' Anna ', 'Bob')
const categoryPath = fc.constantFrom(['cameras'], ['cameras', 'lenses'], ['instruments', 'guitars'])
const place = fc.record(
  {
    country,
    lat: fc.constantFrom(52.5, 48.1),
    lon: fc.constantFrom(13.4, 11.6),
    precision: fc.constantFrom('exact' as const, 'region' as const),
  },
  { requiredKeys: ['precision'] },
)
const instant = (minutesFromNow: number) => new Date(NOW + minutesFromNow * 60_000).toISOString()

/** Removes undefined fields. */
function without(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

export const auctionArbitrary: fc.Arbitrary<Auction> = fc
  .record({
    id: fc.uuid({ version: 7 }),
    marketplace: fc.constantFrom('demo', 'other'),
    externalId: fc.constant('1'),
    url: fc.constant('https://example.test/1'),
    title: text(6),
    description: maybe(text(6)),
    images: fc.constant([]),
    buyingOptions: fc.subarray(['auction', 'fixedPrice', 'bestOffer'] as const).map((options) => [...options]),
    price: maybe(money),
    totalPrice: maybe(money),
    bidCount: maybe(fc.integer({ min: 0, max: 3 })),
    shipping: maybe(money),
    shipsTo: maybe(fc.subarray(['DE', 'AT'])),
    condition: maybe(fc.constantFrom('new', 'used')),
    category: maybe(categoryPath.map((path) => ({ id: path.at(-1) ?? '', path }))),
    seller: maybe(fc.record({ name: sellerName, commercial: fc.boolean() }, { requiredKeys: [] })),
    location: maybe(place),
    endsAt: maybe(fc.constantFrom(-1, 0, 10, 60, 61).map(instant)),
    firstSeenAt: fc.constantFrom(-60, -2000, -5000).map(instant),
    lastSeenAt: fc.constant(instant(0)),
    status: fc.constantFrom('active', 'active', 'active', 'active', 'ended', 'gone'),
  })
  .map((auction) => Auction.parse(without(auction)))

export const criteriaArbitrary: fc.Arbitrary<FilterCriteria> = fc
  .record({
    name: fc.constant('a filter'),
    keywords,
    searchIn: fc.constantFrom('title', 'titleAndDescription'),
    wordMatch: fc.constantFrom('exact', 'forms', 'compounds'),
    marketplaces: some('demo', 'other'),
    buyingOptions: some('auction', 'fixedPrice', 'bestOffer'),
    conditions: some('new', 'used'),
    categories: some('cameras', 'lenses', 'guitars'),
    price: seldom(
      fc.record(
        {
          min: fc.constantFrom(0, 100, 200),
          max: fc.constantFrom(200, 400, 500),
          currency: fc.constantFrom('EUR', 'USD'),
          of: fc.constantFrom('price', 'totalPrice'),
        },
        { requiredKeys: ['currency', 'of'] },
      ),
    ),
    maxBids: seldom(fc.integer({ min: 0, max: 2 })),
    location: seldom(
      fc
        .constantFrom(1, 400, 600)
        .map((radiusKm) => ({ country: 'DE', zip: '10115', radiusKm, name: 'Berlin', lat: 52.53, lon: 13.38 })),
    ),
    shippingTo: seldom(country),
    sellers: seldom(fc.record({ only: some('MÜLLER', 'bob'), never: some('anna', 'Mueller') })),
    commercial: seldom(fc.boolean()),
    endsWithinMinutes: seldom(fc.constantFrom(10, 60)),
    unknown: fc.dictionary(
      fc.constantFrom(
        'buyingOption',
        'condition',
        'category',
        'price',
        'bids',
        'location',
        'shipping',
        'seller',
        'commercial',
        'end',
      ),
      fc.constantFrom('include', 'exclude', 'flag'),
      { maxKeys: 4, noNullPrototype: true },
    ),
    enabled: fc.constant(true),
    notify: fc.constant({
      channels: {},
      events: { newMatch: true, priceChange: true, endingSoon: true },
      endingSoonMinutes: [],
    }),
  })
  .map((criteria) => FilterCriteria.parse(without(criteria)))

export function asFilter(criteria: FilterCriteria, id: string): Filter {
  const at = instant(-10_000)
  return { ...criteria, id, version: 1, createdAt: at, updatedAt: at, pausedByPlan: false, matchCount: 0, matchCount24h: 0 }
}
