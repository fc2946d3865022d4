import type { FilterCriteria } from '../../contract/filter.ts'
import { tokenize } from '../../contract/tokens.ts'
import { Random } from '../matching/random.ts'
import type { Workload } from '../matching/workload.ts'

/** Stream of random numbers of this benchmark. */
const STREAM = 101
const SAMPLED_AUCTIONS = 3000
/** The most frequent words, which occur in up to 40 % of the auctions. */
const COMMON_WORDS = 20
const MIN_PREFIX_UNITS = 2

export type Draft = Partial<Omit<FilterCriteria, 'location'>> & {
  name: string
  location?: { country: string; zip: string; radiusKm: number }
}
export type DraftKind = { readonly name: string; make(index: number): Draft }

/** Realistic drafts, narrow and broad, by kind. */
export function draftKinds(workload: Workload, seed: number): DraftKind[] {
  const random = new Random(seed, STREAM)
  const common = commonWords(workload)
  const some = () => random.pick(common)
  const filterOf = (index: number, wordMatch: FilterCriteria['wordMatch']) => workload.filter(index, wordMatch)
  const anyWord = (index: number) =>
    tokenize(filterOf(index, 'exact').keywords).find(({ length }) => length > MIN_PREFIX_UNITS) ?? some()
  const of = (index: number, wordMatch: FilterCriteria['wordMatch']): Draft => {
    const { keywords, searchIn, marketplaces, categories, price, location } = filterOf(index, wordMatch)
    const place = location && { country: location.country, zip: location.zip, radiusKm: location.radiusKm }
    return {
      name: 'x',
      keywords,
      searchIn,
      wordMatch,
      marketplaces,
      categories,
      ...(price && { price }),
      ...(place && { location: place }),
    }
  }
  const both = { searchIn: 'titleAndDescription', name: 'x' } as const
  return [
    { name: 'as users write them', make: (index) => of(index, 'forms') },
    { name: 'with compounds', make: (index) => ({ ...of(index, 'compounds'), searchIn: 'title' }) },
    { name: 'one word', make: (index) => ({ name: 'x', keywords: anyWord(index) }) },
    { name: 'one common word', make: () => ({ name: 'x', keywords: some() }) },
    { name: 'one common word, descriptions too', make: () => ({ ...both, keywords: some(), wordMatch: 'compounds' }) },
    {
      name: 'common word and a price',
      make: () => ({ ...both, keywords: some(), price: { max: 5000, currency: 'EUR', of: 'price' } }),
    },
    { name: 'phrase of common words', make: () => ({ ...both, keywords: `"${some()} ${some()}"` }) },
    { name: 'a beginning', make: (index) => ({ ...both, keywords: `${anyWord(index).slice(0, MIN_PREFIX_UNITS)}*` }) },
    {
      name: 'exclusions and a price',
      make: () => ({ name: 'x', keywords: `-${some()} -${some()}`, price: { max: 9000, currency: 'EUR', of: 'price' } }),
    },
    {
      name: 'facts alone',
      make: (index) => ({
        ...of(index, 'exact'),
        keywords: '',
        categories: [],
        marketplaces: ['marketplace-1', 'marketplace-2'],
        maxBids: 20,
      }),
    },
    { name: 'everything', make: () => ({ name: 'x', price: { min: 0, currency: 'EUR', of: 'price' } }) },
  ]
}

function commonWords(workload: Workload): string[] {
  const counts = new Map<string, number>()
  for (let index = 0; index < SAMPLED_AUCTIONS; index++) {
    const { title, description = '' } = workload.auction(index)
    for (const word of new Set(tokenize(`${title} ${description}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMMON_WORDS)
    .map(([word]) => word)
}
