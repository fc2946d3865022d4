import { NO_TERM, type TermId } from './documentTerms.ts'
import type { TermDictionary } from './termDictionary.ts'

/** Terms of which one is needed; a term stands for the list of itself. */
export type Needed = TermId | readonly TermId[]

/** What an auction must have: of each list one. For one filter after another, in room that is used again. */
export class RequiredClauses {
  length = 0
  private readonly lists: Needed[] = []
  /** In what share of auctions one of each list is expected, once that was asked for. */
  private readonly shares: number[] = []

  push(list: Needed): void {
    this.lists[this.length++] = typeof list !== 'number' && list.length === 1 ? (list[0] as TermId) : list
  }

  get(index: number): Needed {
    return this.lists[index] as Needed
  }

  /**
   * Puts the rarest first, without those that ask for the same single term as another.
   * @param otherShare of what there is besides: a single list need not be rated against what every auction has
   * @returns the share of the first; infinite when there is none
   */
  sort(otherShare: number, dictionary: TermDictionary): number {
    const { lists, shares, length } = this
    if (length === 0) return Number.POSITIVE_INFINITY
    if (length === 1 && otherShare === 1) return 0
    this.length = 0
    for (let from = 0; from < length; from++) {
      const list = lists[from] as Needed
      if (typeof list === 'number' && this.has(list)) continue
      const share = shareOf(list, dictionary)
      // By hand: there are but a few, and sorting takes longer than all else here.
      let place = this.length++
      for (; place > 0 && (shares[place - 1] as number) > share; place--) {
        lists[place] = lists[place - 1] as Needed
        shares[place] = shares[place - 1] as number
      }
      lists[place] = list
      shares[place] = share
    }
    return shares[0] as number
  }

  takeFirst(): Needed {
    return this.takeAt(0)
  }

  /** Takes the first list of one term out; `NO_TERM` when there is none. */
  takeSingle(): TermId {
    for (let index = 0; index < this.length; index++) {
      if (typeof this.lists[index] === 'number') return this.takeAt(index) as TermId
    }
    return NO_TERM
  }

  private takeAt(index: number): Needed {
    const taken = this.lists[index] as Needed
    this.length--
    for (let at = index; at < this.length; at++) this.lists[at] = this.lists[at + 1] as Needed
    return taken
  }

  private has(termId: TermId): boolean {
    for (let index = 0; index < this.length; index++) if (this.lists[index] === termId) return true
    return false
  }
}

function shareOf(list: Needed, dictionary: TermDictionary): number {
  if (typeof list === 'number') return dictionary.share(list)
  let share = 0
  for (const termId of list) share += dictionary.share(termId)
  return share
}
