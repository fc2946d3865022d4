import * as z from 'zod/mini'
import { MAX_MINOR_UNITS } from './vocabulary/limits.ts'

export { MAX_MINOR_UNITS }

/** ISO 4217 code, upper case. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))
export type Currency = z.infer<typeof Currency>

/** An amount in integer minor units of ISO 4217 (EUR 2 digits, JPY 0, HUF 2, KWD 3). */
export const Money = z.object({
  amount: z.int().check(z.minimum(0), z.maximum(MAX_MINOR_UNITS)),
  currency: Currency,
})
export type Money = z.infer<typeof Money>
