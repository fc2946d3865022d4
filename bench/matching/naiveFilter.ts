import { distanceKm, type Point } from '../../contract/distance.ts'
import type { Criterion, Filter } from '../../contract/filter.ts'
import { hasOtherCriterion, type KeywordTerm, parseKeywords } from '../../contract/keywords.ts'
import { MOST_CENTS, phraseKey, type ReadAuction, spellingKey } from './naiveAuction.ts'

/** A filter as the naive loop compares it. Supports the workload's criteria with exact words; refuses any others. */
export class NaiveFilter {
  readonly id: string
  private readonly asksPrice: boolean
  private readonly min: number
  private readonly max: number
  private readonly marketplaces: readonly string[]
  private readonly categories: readonly string[]
  private readonly place: (Point & { readonly radiusKm: number }) | undefined
  /** All of them must be among the tokens. */
  private readonly words: string[] = []
  /** One of each list must be among the tokens. */
  private readonly alternatives: (readonly string[])[] = []
  private readonly phrases: string[] = []
  private readonly excluded: string[] = []

  constructor(filter: Filter, onlyCopy: (word: string) => string) {
    refuseOthers(filter)
    const { price, marketplaces, categories, location } = filter
    this.id = filter.id
    this.asksPrice = price?.min !== undefined || price?.max !== undefined
    this.min = price?.min ?? 0
    this.max = price?.max ?? MOST_CENTS
    this.marketplaces = marketplaces
    this.categories = categories
    this.place = location && { lat: location.lat, lon: location.lon, radiusKm: location.radiusKm }
    const { terms, faults } = parseKeywords(filter.keywords, { hasOtherCriterion: hasOtherCriterion(filter) })
    if (faults[0]) throw new Error(`${filter.keywords}: ${faults[0].message}`)
    for (const [index, term] of terms.entries()) {
      const spellings = [spellingOf(terms[index - 1], term), spellingOf(term, terms[index + 1])]
      this.addTerm(
        term,
        spellings.filter((spelling) => spelling !== undefined),
        onlyCopy,
      )
    }
  }

  matches({ price, marketplace, categories, point, tokens, title, description }: ReadAuction): boolean {
    if (this.asksPrice && price !== undefined && (price < this.min || price > this.max)) return false
    if (this.marketplaces.length > 0 && !this.marketplaces.includes(marketplace)) return false
    if (this.categories.length > 0 && categories && !haveCommon(this.categories, categories)) return false
    if (this.place && (!point || distanceKm(this.place, point) > this.place.radiusKm)) return false
    for (const word of this.words) if (!tokens.has(word)) return false
    for (const words of this.alternatives) if (!hasOneOf(tokens, words)) return false
    for (const phrase of this.phrases) if (!title.includes(phrase) && !description.includes(phrase)) return false
    return !hasOneOf(tokens, this.excluded)
  }

  /** The undecided criteria of a matching auction, in the contract's order. An unknown place does not match. */
  flags({ price, categories }: ReadAuction): Criterion[] {
    const flags: Criterion[] = []
    if (this.categories.length > 0 && !categories) flags.push('category')
    if (this.asksPrice && price === undefined) flags.push('price')
    return flags
  }

  private addTerm({ excluded, value }: KeywordTerm, spellings: string[], onlyCopy: (word: string) => string): void {
    if (value.kind === 'group') {
      if (excluded) throw new Error('not of this workload: an excluded group')
      this.alternatives.push(value.alternatives.map(({ words }) => onlyCopy(onlyToken(words))))
    } else if (value.kind === 'phrase') {
      if (excluded) throw new Error('not of this workload: an excluded phrase')
      this.words.push(...value.tokens.map(onlyCopy))
      this.phrases.push(phraseKey(value.tokens))
    } else {
      const word = onlyCopy(onlyToken([value]))
      if (excluded) this.excluded.push(word)
      else if (spellings.length > 0) this.alternatives.push([word, ...spellings])
      else this.words.push(word)
    }
  }
}

function haveCommon(some: readonly string[], others: readonly string[]): boolean {
  for (const one of some) if (others.includes(one)) return true
  return false
}

function hasOneOf(set: ReadonlySet<string>, list: readonly string[]): boolean {
  for (const one of list) if (set.has(one)) return true
  return false
}

/** The single token that would spell two adjacent required words; undefined if none can. */
function spellingOf(first: KeywordTerm | undefined, second: KeywordTerm | undefined): string | undefined {
  if (first?.value.kind !== 'word' || second?.value.kind !== 'word' || first.excluded || second.excluded) return undefined
  const [before, after] = [onlyToken([first.value]), onlyToken([second.value])]
  return /\p{N}$/u.test(before) && !/\p{N}/u.test(after) ? spellingKey(before, after) : undefined
}

function onlyToken(words: readonly { kind: string; prefix?: boolean; tokens: readonly string[] }[]): string {
  const [word, another] = words
  const [token, more] = word?.tokens ?? []
  if (!word || another || word.kind !== 'word' || word.prefix || token === undefined || more !== undefined) {
    throw new Error('not of this workload: something else than a word of one token')
  }
  return token
}

/** Refuses filters with other criteria: their differences would look like the engine's fault. */
function refuseOthers(filter: Filter): void {
  const isOfTheWorkload =
    filter.searchIn === 'titleAndDescription' &&
    filter.wordMatch === 'exact' &&
    filter.buyingOptions.length + filter.conditions.length + Object.keys(filter.unknown).length === 0 &&
    (filter.price === undefined ||
      (filter.price.currency === 'EUR' && filter.price.of === 'price' && (filter.price.max ?? 0) < MOST_CENTS)) &&
    [filter.maxBids, filter.shippingTo, filter.sellers, filter.commercial, filter.endsWithinMinutes].every(
      (one) => one === undefined,
    )
  if (!isOfTheWorkload) throw new Error(`not of this workload: ${JSON.stringify(filter)}`)
}
