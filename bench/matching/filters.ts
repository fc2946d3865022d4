import type { Filter, FilterCriteria } from '../../contract/filter.ts'
import { DAY_MS } from '../../contract/time.ts'
import { MARKETPLACE_SHIFT, MARKETPLACES, NOW } from './auctions.ts'
import { drawProduct, drawWord, entryOf, type Goods, type Product } from './catalog.ts'
import { idAt } from './ids.ts'
import { TOWN_SHIFT, TOWNS } from './places.ts'
import { Random, STREAMS } from './random.ts'

/** Filters without words have a category, and the other criteria as often as others. */
const WORDLESS_SHARE = 0.05
/** Distribution of the number of required words, one to four. */
const WORD_COUNTS = [1, 1, 1, 2, 2, 2, 2, 3, 3, 4]
/** Share of required alphanumeric words that are typed with a space, as two words. */
const SPACED_SHARE = 0.2
const EXCLUDING_SHARE = 0.3
const MAX_EXCLUDED = 5
/** The most frequent words are never excluded. */
const LEAST_EXCLUDED_RANK = 30
const GROUP_SHARE = 0.15
/** Alternatives in addition to the product's own word. */
const OTHER_ALTERNATIVES = { least: 1, most: 3 }
const PHRASE_SHARE = 0.1
const PHRASE_WORDS = 2

const PRICE_SHARE = 0.6
/** Maximum prices are log-normal, a little above the product's price; some filters have a minimum too. */
const GENEROSITY = 0.3
const MAX_PRICE_SPREAD = 0.4
const MIN_PRICE_SHARE = 0.4
const MOST_MIN_PER_MAX = 0.6
const MARKETPLACE_SHARE = 0.4
const MAX_MARKETPLACES = 4
const CATEGORY_SHARE = 0.25
/** Share of filters with a category that use its root. */
const ROOT_SHARE = 0.05
const RADIUS_SHARE = 0.2
const RADII_KM = [10, 25, 50, 50, 100, 100, 200]

/** Filters were created a millisecond apart, before the auctions. */
const FIRST_MADE_AT = NOW - 5 * DAY_MS
const ENDING_SOON_MINUTES = [1440, 60, 10]

/** Creates any filter, or only its id, by its number. */
export class FilterMaker {
  private readonly goods: Goods
  private readonly seed: number
  private readonly random: Random
  private readonly idRandom: Random

  constructor(goods: Goods, seed: number) {
    this.goods = goods
    this.seed = seed
    this.random = new Random(seed, STREAMS.filters)
    this.idRandom = new Random(seed, STREAMS.filterIds)
  }

  id(index: number): string {
    this.idRandom.restart(this.seed, STREAMS.filterIds, index)
    return idAt(FIRST_MADE_AT + index, () => this.idRandom.uint32())
  }

  make(index: number, wordMatch: FilterCriteria['wordMatch']): Filter {
    const { random } = this
    random.restart(this.seed, STREAMS.filters, index)
    const product = drawProduct(this.goods, random)
    const isWordless = random.chance(WORDLESS_SHARE)
    const madeAt = new Date(FIRST_MADE_AT + index).toISOString()
    return {
      id: this.id(index),
      name: `filter ${index}`,
      keywords: isWordless ? '' : this.makeKeywords(product),
      searchIn: 'titleAndDescription',
      wordMatch,
      marketplaces: random.chance(MARKETPLACE_SHARE) ? this.makeMarketplaces() : [],
      buyingOptions: [],
      conditions: [],
      categories: isWordless || random.chance(CATEGORY_SHARE) ? [this.makeCategory(product)] : [],
      ...(random.chance(PRICE_SHARE) && { price: this.makePrice(product) }),
      ...(random.chance(RADIUS_SHARE) && { location: this.makeRadius() }),
      unknown: {},
      enabled: true,
      notify: {
        channels: {},
        events: { newMatch: true, priceChange: true, endingSoon: true },
        endingSoonMinutes: [...ENDING_SOON_MINUTES],
      },
      version: 1,
      createdAt: madeAt,
      updatedAt: madeAt,
      pausedByPlan: false,
      matchCount: 0,
      matchCount24h: 0,
    }
  }

  private makeKeywords(product: Product): string {
    const { random } = this
    const { words, spaced } = this.goods
    const typed = (rank: number, list = words) => entryOf(list, rank).toLowerCase()
    const required = random.someOf(product.words, random.pick(WORD_COUNTS))
    const terms = required.map((rank) => typed(rank, random.chance(SPACED_SHARE) ? spaced : words))
    const meant = [...product.words]
    if (random.chance(PHRASE_SHARE)) {
      const from = random.below(Math.max(1, meant.length - PHRASE_WORDS + 1))
      const sideBySide = meant.slice(from, from + PHRASE_WORDS).map((rank) => typed(rank))
      terms.push(`"${sideBySide.join(' ')}"`)
    }
    if (random.chance(GROUP_SHARE)) {
      const alternatives = [random.pick(product.words)]
      for (let more = random.between(OTHER_ALTERNATIVES.least, OTHER_ALTERNATIVES.most); more > 0; more--) {
        alternatives.push(drawWord(this.goods, random))
      }
      meant.push(...alternatives)
      terms.push(`(${alternatives.map((rank) => typed(rank)).join(', ')})`)
    }
    if (random.chance(EXCLUDING_SHARE)) {
      for (let more = random.between(1, MAX_EXCLUDED); more > 0; more--) {
        const unwanted = random.rankBetween(LEAST_EXCLUDED_RANK, words.length)
        if (!meant.includes(unwanted)) terms.push(`-${typed(unwanted)}`)
      }
    }
    return terms.join(' ')
  }

  private makeMarketplaces(): string[] {
    const { random } = this
    const count = random.between(1, MAX_MARKETPLACES)
    const ranks = Array.from({ length: count }, () => random.rank(MARKETPLACES.length, MARKETPLACE_SHIFT))
    return [...new Set(ranks)].map((rank) => entryOf(MARKETPLACES, rank))
  }

  private makeCategory({ category }: Product): string {
    return this.random.chance(ROOT_SHARE) ? entryOf(category.path, 0) : category.id
  }

  private makePrice({ price }: Product): NonNullable<Filter['price']> {
    const { random } = this
    const max = Math.round(price * Math.exp(GENEROSITY + MAX_PRICE_SPREAD * random.normal()))
    const min = Math.round(max * random.unit() * MOST_MIN_PER_MAX)
    return { ...(random.chance(MIN_PRICE_SHARE) && { min }), max, currency: 'EUR', of: 'price' }
  }

  private makeRadius(): NonNullable<Filter['location']> {
    const { random } = this
    const town = entryOf(TOWNS, random.rank(TOWNS.length, TOWN_SHIFT))
    return { ...town, radiusKm: random.pick(RADII_KM) }
  }
}
