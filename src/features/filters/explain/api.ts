import type * as z from 'zod/mini'
import type { ExplainRequest } from '../../../../contract/explain.ts'
import type { Client } from '../../../api/client.ts'

export type ExplainAsked = z.input<typeof ExplainRequest>

export const explainAuction = (client: Client, asked: ExplainAsked, signal: AbortSignal) =>
  client('explainAuction', { body: asked }, { signal })
