import { type DocumentTerms, NO_TERM, type TermId } from './documentTerms.ts'
import type { WordPattern } from './patterns.ts'
import { PrefixBloomFilter } from './prefixBloomFilter.ts'
import { type Entry, enlarged, NO_ENTRY } from './stringTable.ts'
import { TermLists } from './termLists.ts'
import { WordTable } from './wordTable.ts'

/** What a fact is about. */
export type FactKind = 'any' | 'marketplace' | 'category' | 'seller'

const EXACT = 1
const SPELLED = 2
const PREFIX = 3
const FORMS = 4
const COMPOUND = 5
const FACT = 6

/** Numbers of a term, which are asked for together: how many users it has, its kind, its entry. */
const TERM = 3
const USERS = 0
const KIND = 1
const ENTRY = 2

/** The share of auctions in which a term is assumed to be, by its kind, besides what its popularity says. */
const ASSUMED_SHARES = [0, 0.0005, 0.0001, 0.005, 0.001, 0.003]
/** The same of facts: marketplaces are few, sellers many. */
const ASSUMED_FACT_SHARES: Readonly<Record<FactKind, number>> = { any: 1, marketplace: 0.2, category: 0.01, seller: 0.001 }

/** More than the pairs of stems that there can be entries of. */
const PAIR_BASE = 2 ** 26

/**
 * The terms that filters ask for: which they are, and in which words of a text they are found. Counted by their users
 * and forgotten with the last.
 */
export class TermDictionary {
  readonly lists = new TermLists()
  readonly words = new WordTable(this.lists)
  readonly joinStarts = new PrefixBloomFilter()
  /** How many terms have users, by what finding them takes. */
  mixedWords = 0
  spelledWords = 0
  /** Whether words are found otherwise than by themselves: then words of texts are worth remembering. */
  get hasWays(): boolean {
    return this.ways > 0
  }
  /** Whether stems matter. */
  get hasForms(): boolean {
    return this.stemmed > 0
  }

  /** How many uses of terms there are. */
  private allUsers = 0
  private ways = 0
  private stemmed = 0
  private readonly sightings: DocumentTerms
  private readonly facts: Readonly<Record<FactKind, Map<string, TermId>>> = {
    any: new Map(),
    marketplace: new Map(),
    category: new Map(),
    seller: new Map(),
  }
  private readonly namesOfFacts = new Map<TermId, { kind: FactKind; name: string }>()
  /** By both stems. */
  private readonly forms = new Map<number, TermId>()
  /** By the word. */
  private readonly compounds = new Map<Entry, TermId>()
  /** By term, `TERM` numbers each: see there. */
  private termIds = new Int32Array(1024 * TERM)
  private readonly free: TermId[] = []
  private last: TermId = NO_TERM

  constructor(sightings: DocumentTerms) {
    this.sightings = sightings
  }

  /** The term of a word as it is written, for one more user. */
  acquireWord(token: string): TermId {
    const { words } = this
    const known = words.tagOfText(token)
    if (known !== NO_TERM) return this.use(known)
    const entry = words.enter(token)
    const termId = this.make(EXACT, entry)
    words.setTag(entry, termId)
    if (words.mixed[entry]) {
      this.mixedWords++
      this.joinStarts.add(token, () => this.allMixedWords())
    }
    return termId
  }

  /** The term of a token that spells two words. */
  acquireSpelled(token: string): TermId {
    const { words } = this
    const entry = words.enter(token)
    const known = words.spelled[entry] as TermId
    if (known !== NO_TERM) return this.use(known)
    const termId = this.make(SPELLED, entry)
    words.spelled[entry] = termId
    this.spelledWords++
    return termId
  }

  /** The term that a text has wherever a word is found by this pattern; several tokens that spell it count. */
  acquirePattern(pattern: WordPattern): TermId {
    if (pattern.prefix) return this.acquirePrefix(pattern.token)
    if (!pattern.stems) return this.acquireWord(pattern.token)
    return pattern.compound ? this.acquireCompound(pattern.token) : this.acquireForms(pattern.token)
  }

  acquireFact(kind: FactKind, name: string): TermId {
    const known = this.facts[kind].get(name)
    if (known !== undefined) return this.use(known)
    const termId = this.make(FACT, NO_ENTRY)
    this.facts[kind].set(name, termId)
    this.namesOfFacts.set(termId, { kind, name })
    return termId
  }

  /** The term of a fact; none when no filter asks for it. */
  factOf(kind: FactKind, name: string): TermId {
    return this.facts[kind].get(name) ?? NO_TERM
  }

  hasFacts(kind: FactKind): boolean {
    return this.facts[kind].size > 0
  }

  /** The share of auctions in which a term is expected: a word that many filters ask for is assumed to be common. */
  share(termId: TermId): number {
    const kind = this.termIds[termId * TERM + KIND] as number
    const fact = kind === FACT ? this.namesOfFacts.get(termId) : undefined
    if (fact) return this.factShare(fact.kind, fact.name)
    const popularity = (this.termIds[termId * TERM + USERS] as number) / (this.allUsers + 1)
    return this.sightings.share(termId, (ASSUMED_SHARES[kind] as number) + popularity)
  }

  /** The share of auctions in which a fact is expected. */
  factShare(kind: FactKind, name: string): number {
    const assumed = ASSUMED_FACT_SHARES[kind]
    const termId = this.factOf(kind, name)
    return termId === NO_TERM ? assumed : this.sightings.share(termId, assumed)
  }

  /** One more user of a term that has some. */
  use(termId: TermId): TermId {
    this.termIds[termId * TERM + USERS] = (this.termIds[termId * TERM + USERS] as number) + 1
    this.allUsers++
    return termId
  }

  /** One user less. */
  release(termId: TermId): void {
    const left = (this.termIds[termId * TERM + USERS] as number) - 1
    this.termIds[termId * TERM + USERS] = left
    this.allUsers--
    if (left > 0) return
    this.forget(termId, this.termIds[termId * TERM + KIND] as number, this.termIds[termId * TERM + ENTRY] as Entry)
    this.free.push(termId)
  }

  private forget(termId: TermId, kind: number, entry: Entry): void {
    const { words } = this
    switch (kind) {
      case EXACT:
        words.setTag(entry, NO_TERM)
        this.mixedWords -= words.mixed[entry] as number
        return
      case SPELLED:
        words.spelled[entry] = NO_TERM
        this.spelledWords--
        return
      case PREFIX:
        words.removePrefix(entry)
        this.ways--
        return
      case FORMS:
      case COMPOUND: {
        const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
        words.germanStems.remove(german, termId)
        words.englishStems.remove(english, termId)
        if (kind === COMPOUND) {
          words.removeEnding(entry, termId)
          words.germanStems.removeEnding(german, termId)
          words.englishStems.removeEnding(english, termId)
          this.compounds.delete(entry)
        } else this.forms.delete(german * PAIR_BASE + english)
        this.ways--
        this.stemmed--
        return
      }
      default:
        this.forgetFact(termId)
    }
  }

  private *allMixedWords(): Iterable<string> {
    for (let entry = 1; entry <= this.words.size; entry++) {
      if (this.words.mixed[entry] && this.words.tagOf(entry) !== NO_TERM) yield this.words.text(entry)
    }
  }

  private forgetFact(termId: TermId): void {
    const known = this.namesOfFacts.get(termId)
    if (known) this.facts[known.kind].delete(known.name)
    this.namesOfFacts.delete(termId)
  }

  private acquirePrefix(token: string): TermId {
    const { words } = this
    const entry = words.enter(token)
    const known = words.prefix[entry] as TermId
    if (known !== NO_TERM) return this.use(known)
    const termId = this.make(PREFIX, entry)
    words.setPrefix(entry, termId)
    this.ways++
    return termId
  }

  private acquireForms(token: string): TermId {
    const { words } = this
    const entry = words.enter(token)
    const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
    const pair = german * PAIR_BASE + english
    const known = this.forms.get(pair)
    if (known !== undefined) return this.use(known)
    const termId = this.make(FORMS, entry)
    this.forms.set(pair, termId)
    this.findByStems(termId, german, english)
    return termId
  }

  private acquireCompound(token: string): TermId {
    const { words } = this
    const entry = words.enter(token)
    const known = this.compounds.get(entry)
    if (known !== undefined) return this.use(known)
    const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
    const termId = this.make(COMPOUND, entry)
    this.compounds.set(entry, termId)
    this.findByStems(termId, german, english)
    words.addEnding(entry, termId)
    words.germanStems.addEnding(german, termId)
    words.englishStems.addEnding(english, termId)
    return termId
  }

  private findByStems(termId: TermId, german: Entry, english: Entry): void {
    this.words.germanStems.add(german, termId)
    this.words.englishStems.add(english, termId)
    this.ways++
    this.stemmed++
  }

  private make(kind: number, entry: Entry): TermId {
    const termId = this.free.pop() ?? ++this.last
    if ((termId + 1) * TERM > this.termIds.length) this.termIds = enlarged(this.termIds, (termId + 1) * TERM)
    this.sightings.register(termId)
    this.termIds[termId * TERM + USERS] = 1
    this.termIds[termId * TERM + KIND] = kind
    this.termIds[termId * TERM + ENTRY] = entry
    this.allUsers++
    return termId
  }
}
