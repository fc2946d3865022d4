import type { Auction } from '../../contract/auction.ts'
import type { ConditionTest } from './conditionMatchers.ts'
import { ANYWHERE, type DocumentTerms, IN_DESCRIPTION, IN_TITLE, type TermId } from './documentTerms.ts'
import { seeFacts } from './factTerms.ts'
import { findSideBySide } from './occurrences.ts'
import { type Reading, readText } from './reading.ts'
import type { TermDictionary } from './termDictionary.ts'
import { TextScan } from './textScan.ts'

/** What is read of an auction. */
export type ReadAuction = Pick<Auction, 'title' | 'description' | 'marketplace' | 'category' | 'seller'>

/** Reads one auction after another; its description and its order of words only when they are asked for. */
export class AuctionReader {
  private readonly dictionary: TermDictionary
  private readonly sightings: DocumentTerms
  private readonly title: TextScan
  private readonly description: TextScan
  private titleText = ''
  private descriptionText = ''
  private hasReadDescription = false
  private titleReading: Reading | undefined
  private descriptionReading: Reading | undefined

  constructor(dictionary: TermDictionary, sightings: DocumentTerms) {
    this.dictionary = dictionary
    this.sightings = sightings
    this.title = new TextScan(dictionary, sightings)
    this.description = new TextScan(dictionary, sightings)
  }

  /** Starts on an auction: sees its facts and the terms of its title. */
  start(auction: ReadAuction): void {
    this.titleText = auction.title
    this.descriptionText = auction.description ?? ''
    this.hasReadDescription = false
    this.titleReading = undefined
    this.descriptionReading = undefined
    this.sightings.start()
    seeFacts(auction, this.dictionary, this.sightings)
    this.title.read(this.titleText, IN_TITLE)
  }

  /** Sees the terms of the description. */
  readDescription(): void {
    if (this.hasReadDescription) return
    this.hasReadDescription = true
    this.description.read(this.descriptionText, IN_DESCRIPTION)
  }

  has(termId: TermId, places: number): boolean {
    if (this.sightings.has(termId, places)) return true
    if (this.hasReadDescription || places !== ANYWHERE) return false
    this.readDescription()
    return this.sightings.has(termId, places)
  }

  /** Whether the words `of` from `start` to `end` stand side by side in one of the texts. */
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
          this.readings(places).some((reading) => findSideBySide(reading, test.patterns).length > 0)
        )
    }
  }

  private readings(places: number): readonly Reading[] {
    this.titleReading ??= readText(this.titleText)
    if (places !== ANYWHERE) return [this.titleReading]
    this.descriptionReading ??= readText(this.descriptionText)
    return [this.titleReading, this.descriptionReading]
  }
}
