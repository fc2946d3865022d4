import { NO_TERM, type TermId } from './documentTerms.ts'

/** A list of terms: 0 is empty, a term stands for its own list, a negative number refers to a longer list. */
export type TermList = number

/** Lists of terms. Nearly all have at most one term and take no memory of their own. */
export class TermLists {
  private readonly longer: TermId[][] = [[]]
  private readonly free: number[] = []

  /** The terms of a list with a negative number. */
  several(list: TermList): readonly TermId[] {
    return this.longer[-list] as TermId[]
  }

  with(list: TermList, termId: TermId): TermList {
    if (list === NO_TERM) return termId
    if (list < 0) {
      this.longer[-list]?.push(termId)
      return list
    }
    const number = this.free.pop() ?? this.longer.length
    this.longer[number] = [list, termId]
    return -number
  }

  /** The list without this term, which must be in it. */
  without(list: TermList, termId: TermId): TermList {
    if (list >= 0) return NO_TERM
    const termIds = this.longer[-list] as TermId[]
    termIds.splice(termIds.indexOf(termId), 1)
    const [last] = termIds
    if (last === undefined || termIds.length > 1) return list
    this.free.push(-list)
    return last
  }
}
