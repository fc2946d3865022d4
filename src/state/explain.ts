import type { AuctionExplanation, DraftChange } from '../../contract/explain.ts'
import { ApiError, type ApiErrorCode, errorCode } from '../api/errors.ts'
import { type ExplainAsked, explainAuction } from '../api/explain.ts'
import { servicesAtom } from './services.ts'
import { atom } from './store.ts'

/** Why an auction meets a filter or not, or why that cannot be said. `linkFault`: what is wrong with the link that was asked about. */
export type Explained =
  | { kind: 'explained'; explanation: AuctionExplanation }
  | { kind: 'failed'; code: ApiErrorCode; linkFault: string | undefined }

export const explainAtom = atom(null, async (get, _set, asked: ExplainAsked, signal: AbortSignal): Promise<Explained> => {
  try {
    return { kind: 'explained', explanation: await explainAuction(get(servicesAtom).client, asked, signal) }
  } catch (error) {
    const fields = error instanceof ApiError ? error.errors : []
    return { kind: 'failed', code: errorCode(error), linkFault: fields.find(({ path }) => path === 'url')?.code }
  }
})

/** A change that was chosen beside an auction: the form of this filter begins with it, and it is saved when the form is. */
export const plannedChangeAtom = atom<{ filterId: string; change: DraftChange } | null>(null)
