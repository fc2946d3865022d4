import { NO_TERM, type TermId } from './documentTerms.ts'

/** A list of terms: 0 is the empty one, a term stands for the list of itself, below zero is the number of a longer one. */
export type TermList = number

/** Lists of terms, nearly all of them of one term or none, which take no room of their own. */
export class TermLists {
  private readonly longer: TermId[][] = [[]]
  private readonly free: number[] = []

  /** The terms of a list of several: of one whose number is below zero. */
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

  /** The list without this term, which is in it. */
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
