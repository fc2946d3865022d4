import { parseArgs } from 'node:util'

const PARTS = ['steady', 'outage', 'neighbour', 'slow'] as const
type Part = (typeof PARTS)[number]

/** The marketplace of all listings during measurements. */
export const MARKETPLACE = 'bench'

export type Options = {
  readonly parts: readonly Part[]
  readonly filters: number
  /** New auctions a second, and the duration in seconds. */
  readonly rate: number
  readonly seconds: number
  /** Auctions that are stored before the measurements. */
  readonly stored: number
  /** Deliveries that are due after the outage, and seconds that it lasts after all of them were created. */
  readonly due: number
  readonly outage: number
  /** Matches of the noisy user. */
  readonly noise: number
  readonly seed: number
}

/** Parses the command line: integers, and a comma-separated list for `--parts`. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      parts: { type: 'string', default: PARTS.join() },
      filters: { type: 'string', default: '100000' },
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '60' },
      stored: { type: 'string', default: '0' },
      due: { type: 'string', default: '50000' },
      outage: { type: 'string', default: '60' },
      noise: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { parts, ...sizes } = values
  const numbers = Object.entries(sizes).map(([name, text]) => {
    if (!/^\d+$/.test(text)) throw new Error(`--${name} is not a whole number: ${text}`)
    return [name, Number(text)]
  })
  return { ...Object.fromEntries(numbers), parts: PARTS.filter((part) => parts.split(',').includes(part)) } as Options
}
