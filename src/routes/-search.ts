import * as z from 'zod/mini'
import { MatchSort } from '../../contract/match.ts'
import { Id } from '../../contract/primitives.ts'
import { SEGMENTS } from '../state/inbox/query.ts'

/** What the addresses carry beside their path. A value that is no good falls back and never breaks the page. */

export const AuctionsSearch = z.object({
  segment: z.catch(z.optional(z.enum(SEGMENTS)), undefined),
  filter: z.catch(z.optional(Id), undefined),
  marketplace: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
  sort: z.catch(z.optional(MatchSort), undefined),
})

export const EditSearch = z.object({
  /** The filter to edit, or to copy with `copy`. */
  from: z.catch(z.optional(Id), undefined),
  copy: z.catch(z.optional(z.boolean()), undefined),
  /** Keywords to start with: from an example, or from what another app shared. */
  keywords: z.catch(z.optional(z.string().check(z.maxLength(500))), undefined),
  marketplace: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
  title: z.catch(z.optional(z.string().check(z.maxLength(500))), undefined),
  text: z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined),
  url: z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined),
})

export const ReferralSearch = z.object({ invite: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined) })
