import { parseArgs } from 'node:util'

const PARTS = ['previews', 'typing', 'explanations', 'bystander', 'matches'] as const
type Part = (typeof PARTS)[number]

export type Options = {
  readonly parts: readonly Part[]
  /** Stored auctions of the last 30 days. */
  readonly auctions: number
  readonly users: number
  /** Matches of each user. */
  readonly matches: number
  /** Requests of each kind. */
  readonly requests: number
  /** Pages of matches a second, and the duration. */
  readonly rate: number
  readonly seconds: number
  readonly seed: number
}

/** Parses the command line: positive integers, and a comma-separated list for `--parts`. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      parts: { type: 'string', default: PARTS.join() },
      auctions: { type: 'string', default: '100000' },
      users: { type: 'string', default: '1000' },
      matches: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '60' },
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { parts, ...sizes } = values
  const numbers = Object.entries(sizes).map(([name, text]) => {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} is not a whole number above 0: ${text}`)
    return [name, Number(text)]
  })
  return { ...Object.fromEntries(numbers), parts: PARTS.filter((part) => parts.split(',').includes(part)) } as Options
}
