import type { Auction } from '../../contract/auction.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import { drawProduct, drawWord, entryOf, type Goods, type Product } from './catalog.ts'
import { idAt } from './ids.ts'
import { TOWN_SHIFT, TOWNS } from './places.ts'
import { Random, STREAMS } from './random.ts'

/** The time of the workload. */
export const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Shifts an auction's end from the workload's clock to the real one, which the server uses. */
export const endingFromToday = <Ending extends { endsAt?: string | undefined }>(auction: Ending): Ending =>
  auction.endsAt ? { ...auction, endsAt: new Date(Date.parse(auction.endsAt) - NOW + Date.now()).toISOString() } : auction

const MARKETPLACE_COUNT = 12
/** Skew of the marketplaces' sizes (Zipf–Mandelbrot shift). */
export const MARKETPLACE_SHIFT = 3
export const MARKETPLACES = Array.from({ length: MARKETPLACE_COUNT }, (_, index) => `marketplace-${index + 1}`)

const TITLE_WORDS = { least: 4, most: 14 }
const DESCRIPTION_WORDS = { least: 20, most: 80 }
const DESCRIBED_SHARE = 0.5
/** Share of a product's words that the title contains, and share of a description's words that are the product's. */
const NAMED_SHARE = 0.9
const REPEATED_SHARE = 0.1
/** Share of the product's alphanumeric words that are written with a space. */
const SPACED_SHARE = 0.3
/** Share of all other words that are hyphenated with another word; these are two tokens. */
const HYPHEN_SHARE = 0.17
/** Words per sentence of a description. */
const SENTENCE_WORDS = 9

/**
 * Shares of missing data. An auction without a category matches all filters that only ask for a category, a fiftieth of all
 * filters. A larger share of such auctions would drown all other matches.
 */
const NO_PRICE_SHARE = 0.03
const NO_CATEGORY_SHARE = 0.002
const NO_PLACE_SHARE = 0.05
/** Share of auctions whose category is known only by its root. */
const ROOT_ONLY_SHARE = 0.05

const PRICE_SPREAD = 0.4
const LEAST_PRICE = 100
/** Spread around a town, degrees. */
const PLACE_SPREAD = 0.15
const PLACE_DIGITS = 5
const MAX_BIDS = 30
const MAX_DAYS_LEFT = 10
const CONDITIONS = ['new', 'likeNew', 'refurbished', 'used', 'used', 'used', 'forParts'] as const

/** Creates any auction by its number. */
export class AuctionMaker {
  private readonly goods: Goods
  private readonly seed: number
  private readonly random: Random

  constructor(goods: Goods, seed: number) {
    this.goods = goods
    this.seed = seed
    this.random = new Random(seed, STREAMS.auctions)
  }

  make(index: number): Auction {
    const { random } = this
    random.restart(this.seed, STREAMS.auctions, index)
    const product = drawProduct(this.goods, random)
    const seenAt = NOW - MINUTE_MS + index
    const marketplace = entryOf(MARKETPLACES, random.rank(MARKETPLACE_COUNT, MARKETPLACE_SHIFT))
    const price = { amount: Math.max(LEAST_PRICE, Math.round(product.price * Math.exp(PRICE_SPREAD * random.normal()))) }
    return {
      id: idAt(seenAt, () => random.uint32()),
      marketplace,
      externalId: String(index),
      url: `https://${marketplace}.example/lot/${index}`,
      title: this.makeTitle(product),
      ...(random.chance(DESCRIBED_SHARE) && { description: this.makeDescription(product) }),
      images: [`https://${marketplace}.example/image/${index}.jpg`],
      buyingOptions: ['auction'],
      ...(!random.chance(NO_PRICE_SHARE) && { price: { ...price, currency: 'EUR' } }),
      bidCount: random.below(MAX_BIDS),
      condition: random.pick(CONDITIONS),
      ...(!random.chance(NO_CATEGORY_SHARE) && { category: this.makeCategory(product) }),
      seller: { name: `seller-${random.below(index + 1)}` },
      ...(!random.chance(NO_PLACE_SHARE) && { location: this.makePlace() }),
      endsAt: new Date(NOW + random.below(MAX_DAYS_LEFT * DAY_MS)).toISOString(),
      firstSeenAt: new Date(seenAt).toISOString(),
      lastSeenAt: new Date(seenAt).toISOString(),
      status: 'active',
    }
  }

  /** The product's words in order, with other words before and after them. */
  private makeTitle({ words }: Product): string {
    const { random } = this
    const count = random.between(TITLE_WORDS.least, TITLE_WORDS.most)
    const named = words.filter(() => random.chance(NAMED_SHARE)).slice(0, count)
    const others = Array.from({ length: count - named.length }, () => this.otherWord())
    const before = random.below(others.length + 1)
    const asWritten = named.map((rank) => this.ownWord(rank))
    return [...others.slice(0, before), ...asWritten, ...others.slice(before)].join(' ')
  }

  private makeDescription({ words }: Product): string {
    const { random } = this
    const count = random.between(DESCRIPTION_WORDS.least, DESCRIPTION_WORDS.most)
    return Array.from({ length: count }, (_, at) => {
      const word = random.chance(REPEATED_SHARE) ? this.ownWord(random.pick(words)) : this.otherWord()
      return at % SENTENCE_WORDS === SENTENCE_WORDS - 1 ? `${word}.` : word
    }).join(' ')
  }

  private ownWord(rank: number): string {
    const { words, spaced } = this.goods
    return entryOf(this.random.chance(SPACED_SHARE) ? spaced : words, rank)
  }

  private otherWord(): string {
    const { goods, random } = this
    const word = entryOf(goods.words, drawWord(goods, random))
    return random.chance(HYPHEN_SHARE) ? `${word}-${entryOf(goods.words, drawWord(goods, random))}` : word
  }

  private makeCategory({ category }: Product): { id: string; path: string[] } {
    const path = this.random.chance(ROOT_ONLY_SHARE) ? category.path.slice(0, 1) : [...category.path]
    return { id: entryOf(path, path.length - 1), path }
  }

  private makePlace(): NonNullable<Auction['location']> {
    const { random } = this
    const { country, zip, name, lat, lon } = entryOf(TOWNS, random.rank(TOWNS.length, TOWN_SHIFT))
    const near = (degrees: number) => Number((degrees + PLACE_SPREAD * random.normal()).toFixed(PLACE_DIGITS))
    return { country, zip, place: name, lat: near(lat), lon: near(lon), precision: 'exact' }
  }
}
