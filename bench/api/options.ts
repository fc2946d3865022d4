import { parseArgs } from 'node:util'

export type Options = {
  /** Stored auctions of the last 30 days. */
  readonly auctions: number
  readonly users: number
  /** Of each user. */
  readonly matches: number
  /** Requests of each kind. */
  readonly requests: number
  /** Pages of matches a second, and for how long. */
  readonly rate: number
  readonly seconds: number
  readonly seed: number
}

/** The options of the command line, whole numbers above 0. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      auctions: { type: 'string', default: '100000' },
      users: { type: 'string', default: '1000' },
      matches: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '60' },
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
    },
  })
  const numbers = Object.entries(values).map(([name, text]) => {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} is not a whole number above 0: ${text}`)
    return [name, Number(text)]
  })
  return Object.fromEntries(numbers) as Options
}
