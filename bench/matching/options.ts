import { parseArgs } from 'node:util'

export type Options = {
  /** Numbers of filters, ascending. */
  readonly sizes: readonly number[]
  readonly auctions: number
  readonly seed: number
  /** Filters added, and as many removed, at the largest size. */
  readonly adds: number
  /** Replacements of one filter by another, at the largest size. */
  readonly changes: number
}

/** Parses the command line: positive integers, and a comma-separated list of them for `--sizes`. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      auctions: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      adds: { type: 'string', default: '100000' },
      changes: { type: 'string', default: '1000000' },
    },
  })
  return {
    sizes: values.sizes
      .split(',')
      .map(wholeNumber)
      .toSorted((a, b) => a - b),
    auctions: wholeNumber(values.auctions),
    seed: wholeNumber(values.seed),
    adds: wholeNumber(values.adds),
    changes: wholeNumber(values.changes),
  }
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`not a whole number above 0: ${text}`)
  return Number(text)
}
