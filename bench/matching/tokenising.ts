import type { Auction } from '../../contract/auction.ts'
import { Lexicon } from '../../server/matching/lexicon.ts'
import { IN_DESCRIPTION, IN_TITLE, Sightings } from '../../server/matching/sightings.ts'
import { TextScan } from '../../server/matching/textScan.ts'

/**
 * What no engine can do without: fold both texts of an auction, cut them into tokens, hash each and look for it among
 * the words that filters use. By the engine's own scan, which is faster than the contract's tokeniser: the strictest
 * measure there is of what comes on top.
 */
export class TokenisingAlone {
  private readonly sightings = new Sightings()
  private readonly scan: TextScan

  constructor(words: readonly string[]) {
    const lexicon = new Lexicon(this.sightings)
    for (const word of words) lexicon.acquireWord(word)
    this.scan = new TextScan(lexicon, this.sightings)
  }

  /** How many different words of an auction some filter uses. */
  countKnown({ title, description }: Auction): number {
    this.sightings.start()
    this.scan.read(title, IN_TITLE)
    if (description !== undefined) this.scan.read(description, IN_DESCRIPTION)
    return this.sightings.count
  }
}
