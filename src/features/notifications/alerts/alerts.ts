import type { Delivery } from '../../../../contract/notifications.ts'
import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { createKeyedResource } from '../../../data/keyedResource.ts'
import { createPagedResource } from '../../../data/pagedResource.ts'
import { createResource } from '../../../data/resource.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { listDeliveries, listDeliveriesOfMatch, readAlertReport, resendDelivery } from '../api.ts'

/** The outcome of each filter's alerts. */
export const alertReport = createResource(readAlertReport)

/** All alerts, newest first. */
export const alerts = createPagedResource<undefined, readonly Delivery[]>('alerts', {
  keyOf: () => '',
  read: async (client, _query, { value = [] }, cursor) => {
    const { items, nextCursor } = await listDeliveries(client, cursor ? { cursor } : {})
    return { value: cursor ? [...value, ...items] : items, cursor: nextCursor }
  },
})

/** How many matches' alerts are kept. */
const MAX_LEDGERS = 20

/** The alerts of each match that was opened. */
export const deliveriesOfMatch = createKeyedResource(
  'deliveries',
  async (client, match) => (await listDeliveriesOfMatch(client, match)).items,
  MAX_LEDGERS,
)

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
