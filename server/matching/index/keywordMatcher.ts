import type { FilterCriteria } from '../../../contract/filter.ts'
import { parseKeywords } from '../../../contract/keywords.ts'
import { keywordConditions } from '../keywords/conditions.ts'
import { AuctionReader, type ReadAuction } from './auctionReader.ts'
import { type ConditionTest, conditionTest } from './conditionMatchers.ts'
import { ANYWHERE, DocumentTerms, IN_TITLE } from './documentTerms.ts'
import { TermDictionary } from './termDictionary.ts'

/** Tests the keywords of one filter on one auction at a time, with the matcher's own components. */
export class KeywordMatcher {
  private readonly required: readonly ConditionTest[]
  private readonly excluded: readonly ConditionTest[]
  private readonly places: number
  private readonly reader: AuctionReader

  constructor({ keywords, wordMatch, searchIn }: FilterCriteria) {
    const documentTerms = new DocumentTerms()
    const dictionary = new TermDictionary(documentTerms)
    const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
    const { required, excluded } = keywordConditions(terms, wordMatch)
    this.required = required.map((condition) => conditionTest(condition, dictionary, []))
    this.excluded = excluded.map((condition) => conditionTest(condition, dictionary, []))
    this.places = searchIn === 'title' ? IN_TITLE : ANYWHERE
    this.reader = new AuctionReader(dictionary, documentTerms)
  }

  /** Whether there are any keywords. */
  get hasKeywords(): boolean {
    return this.required.length + this.excluded.length > 0
  }

  /** Whether the keywords hold. Exclusions come last, because they may need the description. */
  matches(auction: ReadAuction): boolean {
    const { reader, places } = this
    reader.start(auction)
    for (const test of this.required) if (!reader.passes(test, places)) return false
    for (const test of this.excluded) if (reader.passes(test, ANYWHERE)) return false
    return true
  }
}
