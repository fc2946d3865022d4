import type { Delivery } from '../../../../contract/notifications.ts'
import { errorCode } from '../../../api/errors.ts'
import { emptyResource, type Resource } from '../../../data/resource.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { listDeliveriesOfMatch } from '../api.ts'

type OfMatch = { matchId: string; items: readonly Delivery[] }

/** The alerts of the open match. */
export const deliveriesAtom = atom<Resource<OfMatch>>(emptyResource)

export const loadDeliveriesAtom = atom(null, async (get, set, matchId: string) => {
  const { client, now } = get(servicesAtom)
  set(deliveriesAtom, (before) => ({ ...before, status: 'loading' }))
  try {
    const { items } = await listDeliveriesOfMatch(client, matchId)
    set(deliveriesAtom, { value: { matchId, items }, status: 'ready', code: undefined, asOf: now() })
  } catch (error) {
    set(deliveriesAtom, (before) => ({ ...before, status: 'failed', code: errorCode(error) }))
  }
})
