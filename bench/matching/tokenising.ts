import type { Auction } from '../../contract/auction.ts'
import { DocumentTerms, IN_DESCRIPTION, IN_TITLE } from '../../server/matching/documentTerms.ts'
import { TermDictionary } from '../../server/matching/termDictionary.ts'
import { TextScan } from '../../server/matching/textScan.ts'

/**
 * What no engine can do without: fold both texts of an auction, cut them into tokens, hash each and look for it among
 * the words that filters use. By the engine's own scan, which is faster than the contract's tokeniser: the strictest
 * measure there is of what comes on top.
 */
export class TokenisingAlone {
  private readonly documentTerms = new DocumentTerms()
  private readonly scan: TextScan

  constructor(words: readonly string[]) {
    const dictionary = new TermDictionary(this.documentTerms)
    for (const word of words) dictionary.acquireWord(word)
    this.scan = new TextScan(dictionary, this.documentTerms)
  }

  /** How many different words of an auction some filter uses. */
  countKnown({ title, description }: Auction): number {
    this.documentTerms.start()
    this.scan.read(title, IN_TITLE)
    if (description !== undefined) this.scan.read(description, IN_DESCRIPTION)
    return this.documentTerms.count
  }
}
