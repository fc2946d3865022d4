import type * as z from 'zod/mini'
import type { SpellingsRequest } from '../../../../contract/spellings.ts'
import type { Client } from '../../../api/client.ts'

export type SpellingsAsked = z.input<typeof SpellingsRequest>

export const listSpellings = (client: Client, asked: SpellingsAsked, signal: AbortSignal) =>
  client('listSpellings', { body: asked }, { signal })
