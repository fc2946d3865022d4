import type { Auction } from '../../contract/auction.ts'
import type { ConditionTest } from './conditionTests.ts'
import { seeFacts } from './factAtoms.ts'
import type { Lexicon } from './lexicon.ts'
import { findSideBySide } from './occurrences.ts'
import { type Reading, readText } from './reading.ts'
import { ANYWHERE, type Atom, IN_DESCRIPTION, IN_TITLE, type Sightings } from './sightings.ts'
import { TextScan } from './textScan.ts'

/** What is read of an auction. */
export type ReadAuction = Pick<Auction, 'title' | 'description' | 'marketplace' | 'category' | 'seller'>

/** Reads one auction after another; its description and its order of words only when they are asked for. */
export class AuctionReader {
  private readonly lexicon: Lexicon
  private readonly sightings: Sightings
  private readonly title: TextScan
  private readonly description: TextScan
  private titleText = ''
  private descriptionText = ''
  private hasReadDescription = false
  private titleReading: Reading | undefined
  private descriptionReading: Reading | undefined

  constructor(lexicon: Lexicon, sightings: Sightings) {
    this.lexicon = lexicon
    this.sightings = sightings
    this.title = new TextScan(lexicon, sightings)
    this.description = new TextScan(lexicon, sightings)
  }

  /** Starts on an auction: sees its facts and the atoms of its title. */
  start(auction: ReadAuction): void {
    this.titleText = auction.title
    this.descriptionText = auction.description ?? ''
    this.hasReadDescription = false
    this.titleReading = undefined
    this.descriptionReading = undefined
    this.sightings.start()
    seeFacts(auction, this.lexicon, this.sightings)
    this.title.read(this.titleText, IN_TITLE)
  }

  /** Sees the atoms of the description. */
  readDescription(): void {
    if (this.hasReadDescription) return
    this.hasReadDescription = true
    this.description.read(this.descriptionText, IN_DESCRIPTION)
  }

  has(atom: Atom, places: number): boolean {
    if (this.sightings.has(atom, places)) return true
    if (this.hasReadDescription || places !== ANYWHERE) return false
    this.readDescription()
    return this.sightings.has(atom, places)
  }

  /** Whether the words `of` from `start` to `end` stand side by side in one of the texts. */
  hasPhrase(of: ArrayLike<Atom>, start: number, end: number, places: number): boolean {
    if (this.title.hasSequence(of, start, end)) return true
    if (places !== ANYWHERE) return false
    this.readDescription()
    return this.description.hasSequence(of, start, end)
  }

  passes(test: ConditionTest, places: number): boolean {
    switch (test.kind) {
      case 'atoms':
        for (const atom of test.atoms) if (this.has(atom, places)) return true
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
