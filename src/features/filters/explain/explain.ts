import type { AuctionExplanation, DraftChange } from '../../../../contract/explain.ts'
import type { Client } from '../../../api/client.ts'
import { ApiError, type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { atom } from '../../../store/store.ts'
import { type ExplainAsked, explainAuction } from './api.ts'

/** Why an auction does or does not meet a filter, or why this cannot be determined. `linkFault`: what is wrong with the link. */
export type Explained =
  | { kind: 'explained'; explanation: AuctionExplanation }
  | { kind: 'failed'; code: ApiErrorCode; linkFault: string | undefined }

/** Never rejects. */
export async function explain(client: Client, asked: ExplainAsked, signal: AbortSignal): Promise<Explained> {
  try {
    return { kind: 'explained', explanation: await explainAuction(client, asked, signal) }
  } catch (error) {
    const fields = error instanceof ApiError ? error.errors : []
    return { kind: 'failed', code: errorCode(error), linkFault: fields.find(({ path }) => path === 'url')?.code }
  }
}

/** A change chosen on an auction's page. The form of this filter opens with it; it is saved with the form. */
export const plannedChangeAtom = atom<{ filterId: string; change: DraftChange } | null>(null)
