import type { Convert } from '../../server/matching/criteria/facts.ts'

/** A converter as the matching thread loads it: `data` is the number of minor units for one of any other currency. */
export function makeConverter(data: unknown): Convert {
  if (typeof data !== 'number') throw new Error('no rate')
  return ({ amount }) => amount * data
}
