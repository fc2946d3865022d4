import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { CACHED_DETAILS_MAX } from '../../../limits.ts'
import type { CachedDetail } from '../../../offline/storage/records.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { readAuction } from '../api.ts'

/** Auctions that were opened, newest last. They remain readable offline. */
export const detailsAtom = atom<ReadonlyMap<string, CachedDetail>>(new Map())

/** Why the last load of an auction failed; no entry if it succeeded. */
export const detailFailuresAtom = atom<ReadonlyMap<string, ApiErrorCode>>(new Map())

export const loadDetailAtom = atom(null, async (get, set, id: string, signal?: AbortSignal) => {
  const { client, now } = get(servicesAtom)
  try {
    const auction = await readAuction(client, id, signal)
    const details = new Map(get(detailsAtom))
    details.delete(id)
    details.set(id, { auction, fetchedAt: now() })
    set(detailsAtom, new Map([...details].slice(-CACHED_DETAILS_MAX)))
    set(detailFailuresAtom, without(get(detailFailuresAtom), id))
  } catch (error) {
    if (signal?.aborted) return
    set(detailFailuresAtom, new Map(get(detailFailuresAtom)).set(id, errorCode(error)))
  }
})

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
