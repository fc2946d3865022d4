import type * as z from 'zod/mini'
import type { FilterDraft } from '../../../../contract/filter.ts'
import type { Preview as PreviewSchema } from '../../../../contract/preview.ts'
import { DAY_MS } from '../../../../contract/time.ts'
import { errorCode } from '../../../api/errors.ts'
import { emptyResource, type Resource } from '../../../data/resource.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { testFilter } from '../api.ts'

export type Preview = z.infer<typeof PreviewSchema>

/** The days that the preview covers. On a new installation there are fewer than it could show. */
export const daysLookedAt = ({ perDay, since }: Preview): Preview['perDay'] =>
  perDay.filter(({ date }) => date >= since.slice(0, date.length))

/** What the form's draft would have found. While a newer preview loads, the last one stays visible as `loading`. */
export const previewAtom = atom<Resource<Preview>>(emptyResource)

/** Expected alerts a week; undefined while the period covered is too short to extrapolate. */
export const expectedPerWeekAtom = atom((get) => {
  const { value, asOf } = get(previewAtom)
  if (!value || (asOf ?? 0) - Date.parse(value.since) < DAY_MS) return undefined
  return Math.round(value.expectedPerWeek)
})

/** The request in flight; each store has its own. */
const runningAtom = atom(() => ({ controller: undefined as AbortController | undefined }))

/** Cancels the request in flight, because the draft has changed. */
export const endPreviewAtom = atom(null, (get, set) => {
  get(runningAtom).controller?.abort()
  set(previewAtom, (before) => (before.status === 'loading' ? { ...before, status: before.value ? 'ready' : 'idle' } : before))
})

/** Loads a draft's preview. */
export const loadPreviewAtom = atom(null, async (get, set, draft: FilterDraft) => {
  const running = get(runningAtom)
  set(endPreviewAtom)
  const mine = new AbortController()
  running.controller = mine
  const { client, now } = get(servicesAtom)
  set(previewAtom, (before) => ({ ...before, status: 'loading' }))
  try {
    const value = await testFilter(client, draft, mine.signal)
    if (!mine.signal.aborted) set(previewAtom, { ...emptyResource, value, status: 'ready', asOf: now() })
  } catch (error) {
    if (!mine.signal.aborted) set(previewAtom, (before) => ({ ...before, status: 'failed', code: errorCode(error) }))
  }
})

export const forgetPreviewAtom = atom(null, (_, set) => {
  set(endPreviewAtom)
  set(previewAtom, emptyResource)
})
