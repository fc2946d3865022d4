import type { Delivery } from '../../../../contract/notifications.ts'
import type { ApiErrorCode } from '../../../api/errors.ts'
import { errorCode } from '../../../api/errors.ts'
import { createResource, emptyResource, type Resource } from '../../../data/resource.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { listDeliveries, readAlertReport, resendDelivery } from '../api.ts'

/** The outcome of each filter's alerts. */
export const alertReport = createResource(readAlertReport)

type Alerts = { items: readonly Delivery[]; nextCursor: string | null }

/** All alerts loaded so far, newest first. */
export const alertsAtom = atom<Resource<Alerts>>(emptyResource)

/** Loads the newest alerts, or the next page of older ones. */
export const loadAlertsAtom = atom(null, async (get, set, part: 'newest' | 'next') => {
  const { client, now } = get(servicesAtom)
  const { value } = get(alertsAtom)
  const cursor = part === 'next' ? value?.nextCursor : undefined
  set(alertsAtom, (before) => ({ ...before, status: 'loading' }))
  try {
    const { items, nextCursor } = await listDeliveries(client, cursor ? { cursor } : {})
    const known = cursor ? (value?.items ?? []) : []
    set(alertsAtom, { value: { items: [...known, ...items], nextCursor }, status: 'ready', code: undefined, asOf: now() })
  } catch (error) {
    set(alertsAtom, (before) => ({ ...before, status: 'failed', code: errorCode(error) }))
  }
})

/** The state of each resend, by delivery id. */
export const resentAtom = atom<Readonly<Record<string, 'sending' | 'sent' | ApiErrorCode>>>({})

export const resendAtom = atom(null, async (get, set, id: string) => {
  const note = (state: 'sending' | 'sent' | ApiErrorCode) => set(resentAtom, { ...get(resentAtom), [id]: state })
  note('sending')
  try {
    await resendDelivery(get(servicesAtom).client, id)
    note('sent')
  } catch (error) {
    note(errorCode(error))
  }
})
