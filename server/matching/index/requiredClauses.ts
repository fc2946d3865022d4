import { NO_TERM, type TermId } from './documentTerms.ts'
import type { TermDictionary } from './termDictionary.ts'

/** Terms of which one is required; a single term stands for its own list. */
export type Needed = TermId | readonly TermId[]

/** The lists of which an auction must have one term each. Reused from filter to filter. */
export class RequiredClauses {
  length = 0
  private readonly lists: Needed[] = []
  /** The expected share of auctions with a term of each list, once computed. */
  private readonly shares: number[] = []

  push(list: Needed): void {
    this.lists[this.length++] = typeof list !== 'number' && list.length === 1 ? (list[0] as TermId) : list
  }

  get(index: number): Needed {
    return this.lists[index] as Needed
  }

  /**
   * Sorts the rarest list first and removes lists of the same single term.
   * @param otherShare of the alternatives: a single list is not rated against a fact that every auction has
   * @returns the share of the first list; infinite if there is none
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
      // A manual insertion sort, because there are only a few lists.
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

  /** Removes and returns the first list of one term; `NO_TERM` if there is none. */
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
