import { AtomLists } from './atomLists.ts'
import { JoinStarts } from './joinStarts.ts'
import type { WordPattern } from './patterns.ts'
import { type Atom, NO_ATOM, type Sightings } from './sightings.ts'
import { type Entry, enlarged, NO_ENTRY } from './stringTable.ts'
import { WordTable } from './wordTable.ts'

/** What a fact is about. */
export type FactKind = 'any' | 'marketplace' | 'category' | 'seller'

const EXACT = 1
const SPELLED = 2
const PREFIX = 3
const FORMS = 4
const COMPOUND = 5
const FACT = 6

/** Numbers of an atom, which are asked for together: how many users it has, its kind, its entry. */
const ATOM = 3
const USERS = 0
const KIND = 1
const ENTRY = 2

/** The share of auctions in which an atom is assumed to be, by its kind, besides what its popularity says. */
const ASSUMED_SHARES = [0, 0.0005, 0.0001, 0.005, 0.001, 0.003]
/** The same of facts: marketplaces are few, sellers many. */
const ASSUMED_FACT_SHARES: Readonly<Record<FactKind, number>> = { any: 1, marketplace: 0.2, category: 0.01, seller: 0.001 }

/** More than the pairs of stems that there can be entries of. */
const PAIR_BASE = 2 ** 26

/**
 * The atoms that filters ask for: which they are, and in which words of a text they are found. Counted by their users
 * and forgotten with the last.
 */
export class Lexicon {
  readonly lists = new AtomLists()
  readonly words = new WordTable(this.lists)
  readonly joinStarts = new JoinStarts()
  /** How many atoms have users, by what finding them takes. */
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

  /** How many uses of atoms there are. */
  private allUsers = 0
  private ways = 0
  private stemmed = 0
  private readonly sightings: Sightings
  private readonly facts: Readonly<Record<FactKind, Map<string, Atom>>> = {
    any: new Map(),
    marketplace: new Map(),
    category: new Map(),
    seller: new Map(),
  }
  private readonly namesOfFacts = new Map<Atom, { kind: FactKind; name: string }>()
  /** By both stems. */
  private readonly forms = new Map<number, Atom>()
  /** By the word. */
  private readonly compounds = new Map<Entry, Atom>()
  /** By atom, `ATOM` numbers each: see there. */
  private atoms = new Int32Array(1024 * ATOM)
  private readonly free: Atom[] = []
  private last: Atom = NO_ATOM

  constructor(sightings: Sightings) {
    this.sightings = sightings
  }

  /** The atom of a word as it is written, for one more user. */
  acquireWord(token: string): Atom {
    const { words } = this
    const known = words.tagOfText(token)
    if (known !== NO_ATOM) return this.use(known)
    const entry = words.enter(token)
    const atom = this.make(EXACT, entry)
    words.setTag(entry, atom)
    if (words.mixed[entry]) {
      this.mixedWords++
      this.joinStarts.add(token, () => this.allMixedWords())
    }
    return atom
  }

  /** The atom of a token that spells two words. */
  acquireSpelled(token: string): Atom {
    const { words } = this
    const entry = words.enter(token)
    const known = words.spelled[entry] as Atom
    if (known !== NO_ATOM) return this.use(known)
    const atom = this.make(SPELLED, entry)
    words.spelled[entry] = atom
    this.spelledWords++
    return atom
  }

  /** The atom that a text has wherever a word is found by this pattern; several tokens that spell it count. */
  acquirePattern(pattern: WordPattern): Atom {
    if (pattern.prefix) return this.acquirePrefix(pattern.token)
    if (!pattern.stems) return this.acquireWord(pattern.token)
    return pattern.compound ? this.acquireCompound(pattern.token) : this.acquireForms(pattern.token)
  }

  acquireFact(kind: FactKind, name: string): Atom {
    const known = this.facts[kind].get(name)
    if (known !== undefined) return this.use(known)
    const atom = this.make(FACT, NO_ENTRY)
    this.facts[kind].set(name, atom)
    this.namesOfFacts.set(atom, { kind, name })
    return atom
  }

  /** The atom of a fact; none when no filter asks for it. */
  factOf(kind: FactKind, name: string): Atom {
    return this.facts[kind].get(name) ?? NO_ATOM
  }

  hasFacts(kind: FactKind): boolean {
    return this.facts[kind].size > 0
  }

  /** The share of auctions in which an atom is expected: a word that many filters ask for is assumed to be common. */
  share(atom: Atom): number {
    const kind = this.atoms[atom * ATOM + KIND] as number
    const fact = kind === FACT ? this.namesOfFacts.get(atom) : undefined
    if (fact) return this.factShare(fact.kind, fact.name)
    const popularity = (this.atoms[atom * ATOM + USERS] as number) / (this.allUsers + 1)
    return this.sightings.share(atom, (ASSUMED_SHARES[kind] as number) + popularity)
  }

  /** The share of auctions in which a fact is expected. */
  factShare(kind: FactKind, name: string): number {
    const assumed = ASSUMED_FACT_SHARES[kind]
    const atom = this.factOf(kind, name)
    return atom === NO_ATOM ? assumed : this.sightings.share(atom, assumed)
  }

  /** One more user of an atom that has some. */
  use(atom: Atom): Atom {
    this.atoms[atom * ATOM + USERS] = (this.atoms[atom * ATOM + USERS] as number) + 1
    this.allUsers++
    return atom
  }

  /** One user less. */
  release(atom: Atom): void {
    const left = (this.atoms[atom * ATOM + USERS] as number) - 1
    this.atoms[atom * ATOM + USERS] = left
    this.allUsers--
    if (left > 0) return
    this.forget(atom, this.atoms[atom * ATOM + KIND] as number, this.atoms[atom * ATOM + ENTRY] as Entry)
    this.free.push(atom)
  }

  private forget(atom: Atom, kind: number, entry: Entry): void {
    const { words } = this
    switch (kind) {
      case EXACT:
        words.setTag(entry, NO_ATOM)
        this.mixedWords -= words.mixed[entry] as number
        return
      case SPELLED:
        words.spelled[entry] = NO_ATOM
        this.spelledWords--
        return
      case PREFIX:
        words.removePrefix(entry)
        this.ways--
        return
      case FORMS:
      case COMPOUND: {
        const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
        words.germanStems.remove(german, atom)
        words.englishStems.remove(english, atom)
        if (kind === COMPOUND) {
          words.removeEnding(entry, atom)
          words.germanStems.removeEnding(german, atom)
          words.englishStems.removeEnding(english, atom)
          this.compounds.delete(entry)
        } else this.forms.delete(german * PAIR_BASE + english)
        this.ways--
        this.stemmed--
        return
      }
      default:
        this.forgetFact(atom)
    }
  }

  private *allMixedWords(): Iterable<string> {
    for (let entry = 1; entry <= this.words.size; entry++) {
      if (this.words.mixed[entry] && this.words.tagOf(entry) !== NO_ATOM) yield this.words.text(entry)
    }
  }

  private forgetFact(atom: Atom): void {
    const known = this.namesOfFacts.get(atom)
    if (known) this.facts[known.kind].delete(known.name)
    this.namesOfFacts.delete(atom)
  }

  private acquirePrefix(token: string): Atom {
    const { words } = this
    const entry = words.enter(token)
    const known = words.prefix[entry] as Atom
    if (known !== NO_ATOM) return this.use(known)
    const atom = this.make(PREFIX, entry)
    words.setPrefix(entry, atom)
    this.ways++
    return atom
  }

  private acquireForms(token: string): Atom {
    const { words } = this
    const entry = words.enter(token)
    const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
    const pair = german * PAIR_BASE + english
    const known = this.forms.get(pair)
    if (known !== undefined) return this.use(known)
    const atom = this.make(FORMS, entry)
    this.forms.set(pair, atom)
    this.findByStems(atom, german, english)
    return atom
  }

  private acquireCompound(token: string): Atom {
    const { words } = this
    const entry = words.enter(token)
    const known = this.compounds.get(entry)
    if (known !== undefined) return this.use(known)
    const [german, english] = [words.germanOf(entry), words.englishOf(entry)]
    const atom = this.make(COMPOUND, entry)
    this.compounds.set(entry, atom)
    this.findByStems(atom, german, english)
    words.addEnding(entry, atom)
    words.germanStems.addEnding(german, atom)
    words.englishStems.addEnding(english, atom)
    return atom
  }

  private findByStems(atom: Atom, german: Entry, english: Entry): void {
    this.words.germanStems.add(german, atom)
    this.words.englishStems.add(english, atom)
    this.ways++
    this.stemmed++
  }

  private make(kind: number, entry: Entry): Atom {
    const atom = this.free.pop() ?? ++this.last
    if ((atom + 1) * ATOM > this.atoms.length) this.atoms = enlarged(this.atoms, (atom + 1) * ATOM)
    this.sightings.lookOutFor(atom)
    this.atoms[atom * ATOM + USERS] = 1
    this.atoms[atom * ATOM + KIND] = kind
    this.atoms[atom * ATOM + ENTRY] = entry
    this.allUsers++
    return atom
  }
}
