import type { AtomList, AtomLists } from './atomLists.ts'
import { Chains } from './chains.ts'
import { hashOf } from './hashing.ts'
import { MIN_COMPOUND_HEAD_LETTERS, MIN_SUFFIX_LETTERS } from './patterns.ts'
import { type Atom, NO_ATOM } from './sightings.ts'
import { type Entry, enlarged, NO_ENTRY, StringTable } from './stringTable.ts'

/** Words or stems at whose end filters look for others. */
export class EndingTable extends StringTable {
  /** By entry: the atoms of a text in which it stands. */
  atoms = new Int32Array(1024)
  /** By entry: the atoms of a text in which something ends with it. */
  private endings = new Int32Array(1024)
  private endingCount = 0
  private readonly chains = new Chains()
  private readonly lists: AtomLists

  constructor(lists: AtomLists) {
    super()
    this.lists = lists
  }

  /** As `internText`; a new entry has the atoms of all known endings of it. */
  enter(text: string): Entry {
    const known = this.findText(text)
    if (known !== NO_ENTRY) return known
    const entry = this.internText(text)
    this.reserve(entry)
    if (text.length >= MIN_SUFFIX_LETTERS + MIN_COMPOUND_HEAD_LETTERS) {
      this.chains.add(endKey(text), entry)
      this.forEachEnding(text, (list) => this.addAll(entry, list))
    }
    return entry
  }

  /** From now on a text in which `entry` stands has this atom. */
  add(entry: Entry, atom: Atom): void {
    this.atoms[entry] = this.lists.with(this.atoms[entry] as AtomList, atom)
  }

  remove(entry: Entry, atom: Atom): void {
    this.atoms[entry] = this.lists.without(this.atoms[entry] as AtomList, atom)
  }

  /** From now on a text in which a longer one ends with `entry` has this atom. Short endings are none. */
  addEnding(entry: Entry, atom: Atom): void {
    const text = this.text(entry)
    if (text.length < MIN_SUFFIX_LETTERS) return
    this.endings[entry] = this.lists.with(this.endings[entry] as AtomList, atom)
    this.endingCount++
    this.forEachLonger(text, (longer) => this.add(longer, atom))
  }

  removeEnding(entry: Entry, atom: Atom): void {
    const text = this.text(entry)
    if (text.length < MIN_SUFFIX_LETTERS) return
    this.endings[entry] = this.lists.without(this.endings[entry] as AtomList, atom)
    this.endingCount--
    this.forEachLonger(text, (longer) => this.remove(longer, atom))
  }

  /** The lists of atoms that a text has of which this is a word or a stem, whether it was entered or not. */
  forEachList(text: string, act: (list: AtomList) => void): void {
    const entry = this.findText(text)
    if (entry === NO_ENTRY) this.forEachEnding(text, act)
    else act(this.atoms[entry] as AtomList)
  }

  private forEachEnding(text: string, act: (list: AtomList) => void): void {
    if (this.endingCount === 0) return
    for (let start = MIN_COMPOUND_HEAD_LETTERS; start <= text.length - MIN_SUFFIX_LETTERS; start++) {
      const ending = this.findText(text.slice(start))
      if (ending !== NO_ENTRY && this.endings[ending] !== NO_ATOM) act(this.endings[ending] as AtomList)
    }
  }

  private addAll(entry: Entry, list: AtomList): void {
    if (list > 0) this.add(entry, list)
    else for (const atom of this.lists.several(list)) this.add(entry, atom)
  }

  private forEachLonger(ending: string, act: (entry: Entry) => void): void {
    const least = ending.length + MIN_COMPOUND_HEAD_LETTERS
    for (let entry = this.chains.first(endKey(ending)); entry !== NO_ENTRY; entry = this.chains.next(entry)) {
      if (this.lengthOf(entry) >= least && this.text(entry).endsWith(ending)) act(entry)
    }
  }

  protected reserve(entry: Entry): void {
    if (entry < this.atoms.length) return
    this.atoms = enlarged(this.atoms, entry + 1)
    this.endings = enlarged(this.endings, entry + 1)
  }
}

function endKey(text: string): number {
  return hashOf(text.slice(-MIN_SUFFIX_LETTERS))
}
