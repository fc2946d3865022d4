/** Words that a seller writes, in the two languages of the house. */
export type Words = { readonly de: readonly string[]; readonly en: readonly string[] }

/** One kind of goods that comes up at the house, with all that its lots are put together from. */
export type Kind = {
  /** Also the name of its picture. */
  readonly id: string
  /** A leaf of `contract/categories.ts`. */
  readonly category: string
  readonly nouns: Words
  /** Maker and model, the same in both languages. */
  readonly models: readonly string[]
  /** What a title may add. */
  readonly extras: Words
  /** Sentences of a description. */
  readonly facts: Words
  /** What a good one is worth, whole euros, from the least to the dearest. */
  readonly worthEur: readonly [low: number, high: number]
  /** How it travels; `collect`: it does not. */
  readonly parcel: 'letter' | 'parcel' | 'bulky' | 'collect'
}
