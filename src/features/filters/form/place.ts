import type * as z from 'zod/mini'
import type { FoundPlace as FoundPlaceSchema } from '../../../../contract/location.ts'
import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { findLocation } from '../api.ts'

export type FoundPlace = z.infer<typeof FoundPlaceSchema>
type PlaceSearch = { status: 'idle' } | { status: 'found'; place: FoundPlace } | { status: 'failed'; code: ApiErrorCode }

/** The place of the typed postal code. */
export const placeAtom = atom<PlaceSearch>({ status: 'idle' })

const MIN_ZIP_LENGTH = 2

export const findPlaceAtom = atom(null, async (get, set, zip: string, country: string, signal: AbortSignal) => {
  if (zip.trim().length < MIN_ZIP_LENGTH) return set(placeAtom, { status: 'idle' })
  try {
    const place = await findLocation(get(servicesAtom).client, zip.trim(), country, signal)
    if (!signal.aborted) set(placeAtom, { status: 'found', place })
  } catch (error) {
    if (!signal.aborted) set(placeAtom, { status: 'failed', code: errorCode(error) })
  }
})
