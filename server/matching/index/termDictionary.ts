import type { WordPattern } from '../keywords/patterns.ts'
import { type DocumentTerms, NO_TERM, type TermId } from './documentTerms.ts'
import { PrefixBloomFilter } from './prefixBloomFilter.ts'
import { type Entry, enlarged, NO_ENTRY } from './stringTable.ts'
import { TermLists } from './termLists.ts'
import { WordTable } from './wordTable.ts'

/** The kind of a fact. */
export type FactKind = 'any' | 'marketplace' | 'category' | 'seller'

const EXACT = 1
const SPELLED = 2
const PREFIX = 3
const FORMS = 4
const COMPOUND = 5
const FACT = 6

/** Numbers per term, adjacent because they are used together: its number of users, its kind, its entry. */
const TERM = 3
const USERS = 0
const KIND = 1
const ENTRY = 2

/** The assumed share of auctions with a term, by kind, before its popularity is considered. */
const ASSUMED_SHARES = [0, 0.0005, 0.0001, 0.005, 0.001, 0.003]
/** The same for facts: there are few marketplaces and many sellers. */
const ASSUMED_FACT_SHARES: Readonly<Record<FactKind, number>> = { any: 1, marketplace: 0.2, category: 0.01, seller: 0.001 }

/** Greater than any possible stem entry, for keys of stem pairs. */
const PAIR_BASE = 2 ** 26

/** The terms that filters use, and the words of a text in which they are found. Reference-counted. */
export class TermDictionary {
  readonly lists = new TermLists()
  readonly words = new WordTable(this.lists)
  readonly joinStarts = new PrefixBloomFilter()
  /** The number of terms in use that need these search methods. */
  mixedWords = 0
  spelledWords = 0
  /** Whether any words are found other than literally. Only then is caching the words of texts worthwhile. */
  get hasWays(): boolean {
    return this.ways > 0
  }
  /** Whether stems are in use. */
  get hasForms(): boolean {
    return this.stemmed > 0
  }

  /** The total number of uses. */
  private allUsers = 0
  private ways = 0
  private stemmed = 0
  private readonly documentTerms: DocumentTerms
  private readonly facts: Readonly<Record<FactKind, Map<string, TermId>>> = {
    any: new Map(),
    marketplace: new Map(),
    category: new Map(),
    seller: new Map(),
  }
  private readonly namesOfFacts = new Map<TermId, { kind: FactKind; name: string }>()
  /** By both stems. */
  private readonly forms = new Map<number, TermId>()
  /** By word. */
  private readonly compounds = new Map<Entry, TermId>()
  /** By term, `TERM` numbers each. */
  private termIds = new Int32Array(1024 * TERM)
  private readonly free: TermId[] = []
  private last: TermId = NO_TERM

  constructor(documentTerms: DocumentTerms) {
    this.documentTerms = documentTerms
  }

  /** The term of a literal word, for one more user. */
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

  /** The term of a text that contains a word of this pattern, including words spelled by several tokens. */
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

  /** The term of a fact; `NO_TERM` if no filter uses it. */
  factOf(kind: FactKind, name: string): TermId {
    return this.facts[kind].get(name) ?? NO_TERM
  }

  hasFacts(kind: FactKind): boolean {
    return this.facts[kind].size > 0
  }

  /** The expected share of auctions with a term. A word of many filters is assumed to be common. */
  share(termId: TermId): number {
    const kind = this.termIds[termId * TERM + KIND] as number
    const fact = kind === FACT ? this.namesOfFacts.get(termId) : undefined
    if (fact) return this.factShare(fact.kind, fact.name)
    const popularity = (this.termIds[termId * TERM + USERS] as number) / (this.allUsers + 1)
    return this.documentTerms.share(termId, (ASSUMED_SHARES[kind] as number) + popularity)
  }

  /** The expected share of auctions with a fact. */
  factShare(kind: FactKind, name: string): number {
    const assumed = ASSUMED_FACT_SHARES[kind]
    const termId = this.factOf(kind, name)
    return termId === NO_TERM ? assumed : this.documentTerms.share(termId, assumed)
  }

  /** Adds a use of a term in use. */
  use(termId: TermId): TermId {
    this.termIds[termId * TERM + USERS] = (this.termIds[termId * TERM + USERS] as number) + 1
    this.allUsers++
    return termId
  }

  /** Releases a use. */
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
    this.documentTerms.register(termId)
    this.termIds[termId * TERM + USERS] = 1
    this.termIds[termId * TERM + KIND] = kind
    this.termIds[termId * TERM + ENTRY] = entry
    this.allUsers++
    return termId
  }
}
