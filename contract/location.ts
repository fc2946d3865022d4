import * as z from 'zod/mini'
import { Country } from './primitives.ts'

const found = {
  zip: z.string(),
  country: Country,
  name: z.string(),
  state: z.optional(z.string()),
  /** Degrees, WGS84. */
  lat: z.number(),
  lon: z.number(),
}

export const FoundPlace = z.object({
  ...found,
  /** `exact`: this postal code; `region`: the centre of the codes with the same beginning. */
  precision: z.enum(['exact', 'region']),
  /** The same code in other countries, when no country was given. */
  candidates: z.optional(z.array(z.object(found))),
})
export type FoundPlace = z.infer<typeof FoundPlace>
