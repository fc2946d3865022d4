import type { NumberList } from './numberList.ts'

/*
 * The requirements of a filter beyond its record, as bytecode: instructions that must all hold. An instruction is its code with
 * the number of operands, followed by the operands.
 */

/** Any of the terms, in the texts that the filter searches. */
export const ANY = 1
/** None of the terms, in any text. */
export const NONE = 2
/** The words are adjacent, in the texts that the filter searches. */
export const PHRASE = 3
/** The words are adjacent in no text. */
export const NO_PHRASE = 4
/** Any of the categories. */
export const CATEGORIES = 5
/** Within the circle with this number. */
export const RADIUS = 6
/** Length of that instruction. */
export const RADIUS_LENGTH = 2
/** The test with this number holds in the texts that the filter searches. */
export const TEST = 7
/** The test with this number holds in no text. */
export const NO_TEST = 8
/** The facts test with this number holds. */
export const FACTS = 9
/** The first two of three terms, or the third: two words, or a token that spells both. In the texts that the filter searches. */
export const EITHER = 10
/** End of the requirements; the operands are terms that the filter holds and nothing else names. */
export const HELD = 11
/**
 * None of the terms, in the texts that the filter searches. The filter is also indexed under those, and reported under the
 * first.
 */
export const UNLESS = 12
/** End of the requirements; the operands are the filter's index keys if it has several. */
export const INDEX_KEYS = 13

const CODE_BITS = 4

/** Appends an instruction with the first `count` operands. */
export function emit(to: NumberList, code: number, operands: ArrayLike<number>, count = operands.length): void {
  to.push((count << CODE_BITS) | code)
  for (let index = 0; index < count; index++) to.push(operands[index] as number)
}

export function codeOf(instruction: number): number {
  return instruction & ((1 << CODE_BITS) - 1)
}

export function operandsOf(instruction: number): number {
  return instruction >> CODE_BITS
}

/** The terms that the instructions from `start` to `end` name and therefore hold; those of `UNLESS` are held elsewhere. */
export function termsOf(instructions: ArrayLike<number>, start: number, end: number): number[] {
  const termIds: number[] = []
  for (let at = start; at < end; ) {
    const instruction = instructions[at] as number
    const to = at + 1 + operandsOf(instruction)
    if (NAMING.has(codeOf(instruction))) for (let from = at + 1; from < to; from++) termIds.push(instructions[from] as number)
    at = to
  }
  return termIds
}

const NAMING: ReadonlySet<number> = new Set([ANY, NONE, PHRASE, NO_PHRASE, CATEGORIES, EITHER, HELD, INDEX_KEYS])
