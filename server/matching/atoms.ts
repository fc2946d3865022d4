import { backwardHashOf, hashOf } from './hashing.ts'

/**
 * What a filter's condition can hang on, found in an auction at one look-up:
 * `word` a token, a part or a joined number; `spelled` a whole token or second part; `prefix`, `suffix` the beginning or
 * the end of a token or part; `german…`, `english…` the same of its stem; `fact` a marketplace, a category, a seller.
 */
export const ATOM_KINDS = [
  'word',
  'spelled',
  'prefix',
  'germanStem',
  'englishStem',
  'suffix',
  'germanSuffix',
  'englishSuffix',
  'fact',
] as const
export type AtomKind = (typeof ATOM_KINDS)[number]

/** Number of an atom in its table; 0 is none. */
export type Atom = number
export const NO_ATOM: Atom = 0

const FIRST_BUCKETS = 64

/**
 * The atoms that filters ask for, and no others: a text's words that no filter knows are passed over at one probe.
 * Atoms are counted by their users and forgotten with the last.
 */
export class AtomTable {
  /** One more than the largest atom ever given out. */
  size = 1
  private readonly families: Readonly<Record<AtomKind, AtomFamily>>
  private readonly entries: AtomEntries = { hashes: [0], texts: [''], next: [NO_ATOM] }
  private readonly kinds: AtomKind[] = ['word']
  private readonly users: number[] = [0]
  private readonly free: Atom[] = []

  constructor() {
    const families: Partial<Record<AtomKind, AtomFamily>> = {}
    for (const kind of ATOM_KINDS) families[kind] = new AtomFamily(this.entries, isEnding(kind))
    // Filled for every kind just above.
    this.families = families as Record<AtomKind, AtomFamily>
  }

  family(kind: AtomKind): AtomFamily {
    return this.families[kind]
  }

  /** The atom of this kind and text, for one more user. */
  acquire(kind: AtomKind, text: string): Atom {
    const family = this.families[kind]
    const known = family.find(family.hash(text), text, 0, text.length)
    if (known !== NO_ATOM) {
      this.users[known] = (this.users[known] ?? 0) + 1
      return known
    }
    const atom = this.free.pop() ?? this.size++
    this.kinds[atom] = kind
    this.users[atom] = 1
    family.add(atom, text)
    return atom
  }

  /** One user less. */
  release(atom: Atom): void {
    const left = (this.users[atom] ?? 0) - 1
    this.users[atom] = left
    if (left > 0) return
    const kind = this.kinds[atom]
    if (kind) this.families[kind].remove(atom)
    this.free.push(atom)
  }

  kindOf(atom: Atom): AtomKind {
    return this.kinds[atom] ?? 'word'
  }

  hashOf(atom: Atom): number {
    return this.entries.hashes[atom] ?? 0
  }
}

function isEnding(kind: AtomKind): boolean {
  return kind === 'suffix' || kind === 'germanSuffix' || kind === 'englishSuffix'
}

/** By atom, for all families together. */
type AtomEntries = { readonly hashes: number[]; readonly texts: string[]; readonly next: Atom[] }

/** The atoms of one kind: a chained hash table, probed by hash first, so that a text need not be cut into strings. */
export class AtomFamily {
  /** How many atoms there are. */
  size = 0
  /** How many atoms begin with each code unit. */
  private readonly beginnings = new Map<number, number>()
  private buckets = new Int32Array(FIRST_BUCKETS)
  private readonly entries: AtomEntries
  private readonly backwards: boolean

  constructor(entries: AtomEntries, backwards: boolean) {
    this.entries = entries
    this.backwards = backwards
  }

  hash(text: string): number {
    return this.backwards ? backwardHashOf(text) : hashOf(text)
  }

  /** The atom whose text is `source` from `start` to `end`, whose hash is `hash`. */
  find(hash: number, source: string, start: number, end: number): Atom {
    const { hashes, texts, next } = this.entries
    let atom = this.buckets[this.bucketOf(hash)] ?? NO_ATOM
    while (atom !== NO_ATOM) {
      if (hashes[atom] === hash) {
        const text = texts[atom] ?? ''
        if (text.length === end - start && source.startsWith(text, start)) return atom
      }
      atom = next[atom] ?? NO_ATOM
    }
    return NO_ATOM
  }

  /** Whether any atom has this hash: cheaper than making the string that `find` needs. */
  hasHash(hash: number): boolean {
    const { hashes, next } = this.entries
    let atom = this.buckets[this.bucketOf(hash)] ?? NO_ATOM
    while (atom !== NO_ATOM && hashes[atom] !== hash) atom = next[atom] ?? NO_ATOM
    return atom !== NO_ATOM
  }

  /** Whether any atom's text begins with this code unit. */
  hasBeginning(unit: number): boolean {
    return this.beginnings.has(unit)
  }

  add(atom: Atom, text: string): void {
    this.countBeginning(text, 1)
    if (this.size >= this.buckets.length) this.grow()
    this.entries.hashes[atom] = this.hash(text)
    this.entries.texts[atom] = text
    this.link(atom)
    this.size++
  }

  remove(atom: Atom): void {
    const { hashes, texts, next } = this.entries
    const bucket = this.bucketOf(hashes[atom] ?? 0)
    const after = next[atom] ?? NO_ATOM
    let previous = this.buckets[bucket] ?? NO_ATOM
    if (previous === atom) this.buckets[bucket] = after
    while (previous !== NO_ATOM && next[previous] !== atom) previous = next[previous] ?? NO_ATOM
    if (previous !== NO_ATOM) next[previous] = after
    this.countBeginning(texts[atom] ?? '', -1)
    texts[atom] = ''
    this.size--
  }

  private countBeginning(text: string, more: 1 | -1): void {
    const unit = text.charCodeAt(0)
    const count = (this.beginnings.get(unit) ?? 0) + more
    if (count > 0) this.beginnings.set(unit, count)
    else this.beginnings.delete(unit)
  }

  private link(atom: Atom): void {
    const bucket = this.bucketOf(this.entries.hashes[atom] ?? 0)
    this.entries.next[atom] = this.buckets[bucket] ?? NO_ATOM
    this.buckets[bucket] = atom
  }

  private grow(): void {
    const old = this.buckets
    this.buckets = new Int32Array(old.length * 2)
    for (const first of old) {
      for (let atom = first; atom !== NO_ATOM; ) {
        const after = this.entries.next[atom] ?? NO_ATOM
        this.link(atom)
        atom = after
      }
    }
  }

  private bucketOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.buckets.length - 1)
  }
}
