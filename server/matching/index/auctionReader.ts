import type { Auction } from '../../../contract/auction.ts'
import { findSideBySide } from '../keywords/occurrences.ts'
import { type TokenizedText, tokenizeText } from '../keywords/tokenizedText.ts'
import type { ConditionTest } from './conditionMatchers.ts'
import { ANYWHERE, type DocumentTerms, IN_DESCRIPTION, IN_TITLE, type TermId } from './documentTerms.ts'
import { markFacts } from './factTerms.ts'
import type { TermDictionary } from './termDictionary.ts'
import { TextScan } from './textScan.ts'

/** The fields of an auction that the reader uses. */
export type ReadAuction = Pick<Auction, 'title' | 'description' | 'marketplace' | 'category' | 'seller'>

/** Reads one auction at a time. Its description and word order are read only on demand. */
export class AuctionReader {
  private readonly dictionary: TermDictionary
  private readonly documentTerms: DocumentTerms
  private readonly title: TextScan
  private readonly description: TextScan
  private titleText = ''
  private descriptionText = ''
  private hasReadDescription = false
  private titleReading: TokenizedText | undefined
  private descriptionReading: TokenizedText | undefined

  constructor(dictionary: TermDictionary, documentTerms: DocumentTerms) {
    this.dictionary = dictionary
    this.documentTerms = documentTerms
    this.title = new TextScan(dictionary, documentTerms)
    this.description = new TextScan(dictionary, documentTerms)
  }

  /** Starts an auction: marks its facts and the terms of its title. */
  start(auction: ReadAuction): void {
    this.titleText = auction.title
    this.descriptionText = auction.description ?? ''
    this.hasReadDescription = false
    this.titleReading = undefined
    this.descriptionReading = undefined
    this.documentTerms.start()
    markFacts(auction, this.dictionary, this.documentTerms)
    this.title.read(this.titleText, IN_TITLE)
  }

  /** Marks the terms of the description. */
  readDescription(): void {
    if (this.hasReadDescription) return
    this.hasReadDescription = true
    this.description.read(this.descriptionText, IN_DESCRIPTION)
  }

  has(termId: TermId, places: number): boolean {
    if (this.documentTerms.has(termId, places)) return true
    if (this.hasReadDescription || places !== ANYWHERE) return false
    this.readDescription()
    return this.documentTerms.has(termId, places)
  }

  /** Whether the words `of` from `start` to `end` are adjacent in one of the texts. */
  hasPhrase(of: ArrayLike<TermId>, start: number, end: number, places: number): boolean {
    if (this.title.hasSequence(of, start, end)) return true
    if (places !== ANYWHERE) return false
    this.readDescription()
    return this.description.hasSequence(of, start, end)
  }

  passes(test: ConditionTest, places: number): boolean {
    switch (test.kind) {
      case 'termIds':
        for (const termId of test.termIds) if (this.has(termId, places)) return true
        return false
      case 'all':
        for (const inner of test.of) if (!this.passes(inner, places)) return false
        return true
      case 'any':
        for (const inner of test.of) if (this.passes(inner, places)) return true
        return false
      case 'phrase':
        return this.hasPhrase(test.words, 0, test.words.length, places)
      case 'sideBySide':
        return (
          this.passes(test.needs, places) &&
          this.readings(places).some((tokenized) => findSideBySide(tokenized, test.patterns).length > 0)
        )
    }
  }

  private readings(places: number): readonly TokenizedText[] {
    this.titleReading ??= tokenizeText(this.titleText)
    if (places !== ANYWHERE) return [this.titleReading]
    this.descriptionReading ??= tokenizeText(this.descriptionText)
    return [this.titleReading, this.descriptionReading]
  }
}
