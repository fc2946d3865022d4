import type { Random } from './random.ts'

/** A product: correlates words, category and price, in auctions and filters alike. */
export type Product = {
  /** Ranks of its words, in the order in which sellers write them. */
  readonly words: readonly number[]
  readonly category: Category
  /** Median price, minor units. */
  readonly price: number
}

export type Category = { readonly id: string; readonly path: readonly string[] }

/** The material of auctions and filters. */
export type Goods = {
  /** Words as sellers write them, by rank. */
  readonly words: readonly string[]
  /** The same, but alphanumeric words have a space at the first boundary of letters and digits: `RTX 3080`, `3080 Ti`. */
  readonly spaced: readonly string[]
  readonly products: readonly Product[]
}

export const PRODUCT_COUNT = 80_000
const CATEGORY_COUNT = 500
const ROOT_COUNT = 25
/** Skew of the categories' sizes (Zipf–Mandelbrot shift). */
const CATEGORY_SHIFT = 40

/** Log-normal prices: categories vary around the overall median, products around their category. */
const MEDIAN_PRICE = 6_000
const CATEGORY_PRICE_SPREAD = 0.9
const PRODUCT_PRICE_SPREAD = 0.8

/** Words that a category's products share (makers, kinds of items), and the ranks that they are drawn from. */
const MAKERS = { count: 40, least: 200, end: 20_000 }
const KINDS = { count: 30, least: 100, end: 10_000 }
/** Model names and numbers, which belong to a single product. */
const MODEL_WORDS = { least: 1, most: 4, leastRank: 500 }

/** Skew of the frequencies of words, and of products sold and searched for (Zipf–Mandelbrot shift). */
const WORD_SHIFT = 4
const PRODUCT_SHIFT = 200

type CategoryWords = { readonly category: Category; readonly price: number; readonly makers: number[]; readonly kinds: number[] }

/** The products, each in a category; the categories form a tree of two levels, the larger first. */
export function makeProducts(random: Random, wordCount: number): Product[] {
  const leaves = Array.from({ length: CATEGORY_COUNT - ROOT_COUNT }, (_, index) => makeLeaf(random, index, wordCount))
  return Array.from({ length: PRODUCT_COUNT }, () => {
    const leaf = entryOf(leaves, random.rank(leaves.length, CATEGORY_SHIFT))
    const models = Array.from({ length: random.between(MODEL_WORDS.least, MODEL_WORDS.most) }, () =>
      random.rankBetween(MODEL_WORDS.leastRank, wordCount),
    )
    return {
      words: [...new Set([random.pick(leaf.makers), random.pick(leaf.kinds), ...models])],
      category: leaf.category,
      price: leaf.price * Math.exp(PRODUCT_PRICE_SPREAD * random.normal()),
    }
  })
}

function makeLeaf(random: Random, index: number, wordCount: number): CategoryWords {
  const root = `root-${index % ROOT_COUNT}`
  const id = `leaf-${index}`
  const ranks = ({ count, least, end }: typeof MAKERS) =>
    Array.from({ length: count }, () => random.rankBetween(least, Math.min(end, wordCount)))
  return {
    category: { id, path: [root, id] },
    price: MEDIAN_PRICE * Math.exp(CATEGORY_PRICE_SPREAD * random.normal()),
    makers: ranks(MAKERS),
    kinds: ranks(KINDS),
  }
}

/** The first boundary of letters and digits. */
const MEETING = /\p{L}(?=\p{N})|\p{N}(?=\p{L})/u

export function spacedOut(word: string): string {
  return word.replace(MEETING, '$& ')
}

/** Draws the rank of a word by frequency. */
export function drawWord({ words }: Goods, random: Random): number {
  return random.rank(words.length, WORD_SHIFT)
}

export function drawProduct({ products }: Goods, random: Random): Product {
  return entryOf(products, random.rank(products.length, PRODUCT_SHIFT))
}

export function entryOf<T>(list: readonly T[], index: number): T {
  const entry = list[index]
  if (entry === undefined) throw new Error(`no entry ${index}`)
  return entry
}
