/** Words of sellers, in the house's two languages. */
export type Words = { readonly de: readonly string[]; readonly en: readonly string[] }

/** A kind of goods, with the texts and prices of its lots. */
export type Kind = {
  /** Also the name of its picture. */
  readonly id: string
  /** A leaf of `contract/categories.ts`. */
  readonly category: string
  readonly nouns: Words
  /** Maker and model, the same in both languages. */
  readonly models: readonly string[]
  /** Optional additions to a title. */
  readonly extras: Words
  /** Sentences of a description. */
  readonly facts: Words
  /** The range of its worth in good condition, whole euros. */
  readonly worthEur: readonly [low: number, high: number]
  /** How it is shipped; `collect`: not at all. */
  readonly parcel: 'letter' | 'parcel' | 'bulky' | 'collect'
}
