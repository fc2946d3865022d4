import { hashOf } from '../hashing.ts'
import { MIN_COMPOUND_HEAD_LETTERS, MIN_SUFFIX_LETTERS } from '../keywords/patterns.ts'
import { Chains } from './chains.ts'
import { NO_TERM, type TermId } from './documentTerms.ts'
import { type Entry, enlarged, NO_ENTRY, StringTable } from './stringTable.ts'
import type { TermList, TermLists } from './termLists.ts'

/** Words or stems that filters search as endings of longer words. */
export class EndingTable extends StringTable {
  /** By entry: the terms of a text that contains it. */
  termIds = new Int32Array(1024)
  /** By entry: the terms of a text that contains a longer word with this ending. */
  private endings = new Int32Array(1024)
  private endingCount = 0
  private readonly chains = new Chains()
  private readonly lists: TermLists

  constructor(lists: TermLists) {
    super()
    this.lists = lists
  }

  /** As `internText`; a new entry gets the terms of all its known endings. */
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

  /** Texts that contain `entry` have this term from now on. */
  add(entry: Entry, termId: TermId): void {
    this.termIds[entry] = this.lists.with(this.termIds[entry] as TermList, termId)
  }

  remove(entry: Entry, termId: TermId): void {
    this.termIds[entry] = this.lists.without(this.termIds[entry] as TermList, termId)
  }

  /** Texts with a longer word that ends with `entry` have this term from now on. Short endings are ignored. */
  addEnding(entry: Entry, termId: TermId): void {
    const text = this.text(entry)
    if (text.length < MIN_SUFFIX_LETTERS) return
    this.endings[entry] = this.lists.with(this.endings[entry] as TermList, termId)
    this.endingCount++
    this.forEachLonger(text, (longer) => this.add(longer, termId))
  }

  removeEnding(entry: Entry, termId: TermId): void {
    const text = this.text(entry)
    if (text.length < MIN_SUFFIX_LETTERS) return
    this.endings[entry] = this.lists.without(this.endings[entry] as TermList, termId)
    this.endingCount--
    this.forEachLonger(text, (longer) => this.remove(longer, termId))
  }

  /** Passes the lists of terms of a word or stem, whether or not it is in the table. */
  forEachList(text: string, act: (list: TermList) => void): void {
    const entry = this.findText(text)
    if (entry === NO_ENTRY) this.forEachEnding(text, act)
    else act(this.termIds[entry] as TermList)
  }

  private forEachEnding(text: string, act: (list: TermList) => void): void {
    if (this.endingCount === 0) return
    for (let start = MIN_COMPOUND_HEAD_LETTERS; start <= text.length - MIN_SUFFIX_LETTERS; start++) {
      const ending = this.findText(text.slice(start))
      if (ending !== NO_ENTRY && this.endings[ending] !== NO_TERM) act(this.endings[ending] as TermList)
    }
  }

  private addAll(entry: Entry, list: TermList): void {
    if (list > 0) this.add(entry, list)
    else for (const termId of this.lists.several(list)) this.add(entry, termId)
  }

  private forEachLonger(ending: string, act: (entry: Entry) => void): void {
    const least = ending.length + MIN_COMPOUND_HEAD_LETTERS
    for (let entry = this.chains.first(endKey(ending)); entry !== NO_ENTRY; entry = this.chains.next(entry)) {
      if (this.lengthOf(entry) >= least && this.text(entry).endsWith(ending)) act(entry)
    }
  }

  protected reserve(entry: Entry): void {
    if (entry < this.termIds.length) return
    this.termIds = enlarged(this.termIds, entry + 1)
    this.endings = enlarged(this.endings, entry + 1)
  }
}

function endKey(text: string): number {
  return hashOf(text.slice(-MIN_SUFFIX_LETTERS))
}
