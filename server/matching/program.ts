import type { NumberList } from './numberList.ts'

/*
 * What a filter asks of an auction besides what its record says, as numbers: instructions that must all hold. An
 * instruction is its code with how many numbers follow it, then those.
 */

/** Any of the terms, in the texts that the filter searches. */
export const ANY = 1
/** None of the terms, in any text. */
export const NONE = 2
/** The words side by side, in the texts that the filter searches. */
export const PHRASE = 3
/** Not the words side by side, in any text. */
export const NO_PHRASE = 4
/** Any of the categories. */
export const CATEGORIES = 5
/** Within the circle of this number. */
export const RADIUS = 6
/** Numbers of that instruction. */
export const RADIUS_LENGTH = 2
/** The test of this number holds in the texts that the filter searches. */
export const TEST = 7
/** The test of this number holds in no text. */
export const NO_TEST = 8
/** The facts of this number hold. */
export const FACTS = 9
/** The first two of three terms, or the third: two words, or a token that spells both. In the texts that the filter searches. */
export const EITHER = 10
/** The end of what is asked; then the terms that the filter holds and nothing else names. */
export const HELD = 11
/** None of the terms, in the texts that the filter searches: it is filed under those as well, and found under the first. */
export const UNLESS = 12
/** The end of what is asked; then the terms that the filter is filed under, where these are several. */
export const INDEX_KEYS = 13

const CODE_BITS = 4

/** Appends an instruction, with the first `count` of the operands. */
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

/** The terms that the instructions from `start` to `end` name and so hold; those of `UNLESS` are held elsewhere. */
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
