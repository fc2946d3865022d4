import type { Auction } from '../../contract/auction.ts'
import { DocumentTerms, IN_DESCRIPTION, IN_TITLE } from '../../server/matching/index/documentTerms.ts'
import { TermDictionary } from '../../server/matching/index/termDictionary.ts'
import { TextScan } from '../../server/matching/index/textScan.ts'

/**
 * The minimum work of any engine: fold both texts of an auction, split them into tokens, hash each and look it up among the
 * filters' words. Uses the engine's own scan, which is faster than the contract's tokeniser, so that it is the strictest
 * baseline.
 */
export class TokenisingAlone {
  private readonly documentTerms = new DocumentTerms()
  private readonly scan: TextScan

  constructor(words: readonly string[]) {
    const dictionary = new TermDictionary(this.documentTerms)
    for (const word of words) dictionary.acquireWord(word)
    this.scan = new TextScan(dictionary, this.documentTerms)
  }

  /** The number of an auction's distinct words that occur in filters. */
  countKnown({ title, description }: Auction): number {
    this.documentTerms.start()
    this.scan.read(title, IN_TITLE)
    if (description !== undefined) this.scan.read(description, IN_DESCRIPTION)
    return this.documentTerms.count
  }
}
