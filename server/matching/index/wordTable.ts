import { contentsOf, HAS_DIGIT, HAS_LETTER } from '../../../contract/tokens.ts'
import { stemsOf } from '../keywords/stems.ts'
import { Chains } from './chains.ts'
import type { TermId } from './documentTerms.ts'
import { NO_TERM } from './documentTerms.ts'
import { EndingTable } from './endingTable.ts'
import { type Entry, enlarged, NO_ENTRY } from './stringTable.ts'
import type { TermList, TermLists } from './termLists.ts'

/** Value of a stem's entry that is not computed yet. */
const UNSTEMMED = -1

/**
 * The words of filters, and cached words of texts. `termIds` of a word are those of its beginnings and endings; the others have
 * their own columns.
 */
export class WordTable extends EndingTable {
  /**
   * By entry: the term of two words that it spells, and the term of words that begin with it. The term of the word itself is its
   * tag.
   */
  spelled = new Int32Array(1024)
  prefix = new Int32Array(1024)
  /** By entry: 1 if it has letters and digits, so that several tokens may spell it. */
  mixed = new Uint16Array(1024)
  private german = new Int32Array(1024)
  private english = new Int32Array(1024)
  private readonly beginnings = new Chains()
  private prefixCount = 0

  readonly germanStems: EndingTable
  readonly englishStems: EndingTable

  constructor(lists: TermLists) {
    super(lists)
    this.germanStems = new EndingTable(lists)
    this.englishStems = new EndingTable(lists)
  }

  override enter(text: string): Entry {
    const before = this.size
    const entry = super.enter(text)
    if (this.size === before) return entry
    const contents = contentsOf(text)
    this.mixed[entry] = contents === (HAS_LETTER | HAS_DIGIT) ? 1 : 0
    this.german[entry] = this.english[entry] = contents === HAS_LETTER ? UNSTEMMED : NO_ENTRY
    this.beginnings.add(text.charCodeAt(0), entry)
    if (this.prefixCount > 0) {
      for (let end = 1; end <= text.length; end++) {
        const beginning = this.findText(text.slice(0, end))
        const termId = this.prefix[beginning] as TermId
        if (beginning !== NO_ENTRY && termId !== NO_TERM) this.add(entry, termId)
      }
    }
    return entry
  }

  /** The lists of terms of a word's endings and stems, for a word that is not added. */
  forEachWay(text: string, act: (list: TermList) => void): void {
    this.forEachList(text, act)
    if (contentsOf(text) !== HAS_LETTER) return
    const stems = stemsOf(text)
    this.germanStems.forEachList(stems.german, act)
    this.englishStems.forEachList(stems.english, act)
  }

  /** The entry of the German stem of a word of letters; none for others. */
  germanOf(entry: Entry): Entry {
    const known = this.german[entry] as Entry
    return known === UNSTEMMED ? this.stem(entry).german : known
  }

  englishOf(entry: Entry): Entry {
    const known = this.english[entry] as Entry
    return known === UNSTEMMED ? this.stem(entry).english : known
  }

  setPrefix(entry: Entry, termId: TermId): void {
    this.prefix[entry] = termId
    this.prefixCount++
    this.forEachLongerOrEqual(entry, (one) => this.add(one, termId))
  }

  removePrefix(entry: Entry): void {
    const termId = this.prefix[entry] as TermId
    this.prefix[entry] = NO_TERM
    this.prefixCount--
    this.forEachLongerOrEqual(entry, (one) => this.remove(one, termId))
  }

  private forEachLongerOrEqual(beginning: Entry, act: (entry: Entry) => void): void {
    const text = this.text(beginning)
    for (let entry = this.beginnings.first(text.charCodeAt(0)); entry !== NO_ENTRY; entry = this.beginnings.next(entry)) {
      if (this.lengthOf(entry) >= text.length && this.text(entry).startsWith(text)) act(entry)
    }
  }

  private stem(entry: Entry): { german: Entry; english: Entry } {
    const stems = stemsOf(this.text(entry))
    const german = this.germanStems.enter(stems.german)
    const english = this.englishStems.enter(stems.english)
    this.german[entry] = german
    this.english[entry] = english
    return { german, english }
  }

  protected override reserve(entry: Entry): void {
    super.reserve(entry)
    if (entry < this.spelled.length) return
    this.spelled = enlarged(this.spelled, entry + 1)
    this.prefix = enlarged(this.prefix, entry + 1)
    this.mixed = enlarged(this.mixed, entry + 1)
    this.german = enlarged(this.german, entry + 1)
    this.english = enlarged(this.english, entry + 1)
  }
}
