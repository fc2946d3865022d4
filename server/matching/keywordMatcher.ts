import type { FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import { AuctionReader, type ReadAuction } from './auctionReader.ts'
import { type ConditionTest, conditionTest } from './conditionMatchers.ts'
import { keywordConditions } from './conditions.ts'
import { ANYWHERE, DocumentTerms, IN_TITLE } from './documentTerms.ts'
import { TermDictionary } from './termDictionary.ts'

/** The keywords of one filter, asked of one auction after another: with the parts that the matcher reads auctions with. */
export class KeywordTest {
  private readonly required: readonly ConditionTest[]
  private readonly excluded: readonly ConditionTest[]
  private readonly places: number
  private readonly reader: AuctionReader

  constructor({ keywords, wordMatch, searchIn }: FilterCriteria) {
    const sightings = new DocumentTerms()
    const dictionary = new TermDictionary(sightings)
    const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
    const { required, excluded } = keywordConditions(terms, wordMatch)
    this.required = required.map((condition) => conditionTest(condition, dictionary, []))
    this.excluded = excluded.map((condition) => conditionTest(condition, dictionary, []))
    this.places = searchIn === 'title' ? IN_TITLE : ANYWHERE
    this.reader = new AuctionReader(dictionary, sightings)
  }

  /** Whether the keywords ask for anything. */
  get asks(): boolean {
    return this.required.length + this.excluded.length > 0
  }

  /** Whether they hold. Exclusions come last: for them a description may have to be read. */
  holds(auction: ReadAuction): boolean {
    const { reader, places } = this
    reader.start(auction)
    for (const test of this.required) if (!reader.passes(test, places)) return false
    for (const test of this.excluded) if (reader.passes(test, ANYWHERE)) return false
    return true
  }
}
