import { Filter, type FilterDraft } from '../../../contract/filter.ts'
import { ApiError } from '../../api/errors.ts'
import type { Outcome } from '../../offline/outbox/outbox.ts'
import { servicesAtom } from '../../services/services.ts'
import { cachedFiltersAtom, dropFilterAtom, keepFilterAtom } from '../../session/cachedFilters.ts'
import { atom } from '../../store/store.ts'
import { loadStatsAtom } from '../subscriptions/index.ts'
import { loadFiltersAtom } from './filters.ts'

/** The result of saving a form. */
export type Saved =
  | { kind: 'saved'; filter: Filter }
  /** Kept on this device until the server can be reached. */
  | { kind: 'waiting' }
  /** Changed elsewhere meanwhile; `current` is the stored version. */
  | { kind: 'conflict'; current: Filter | undefined }
  | { kind: 'refused'; error: ApiError }

/** Saves a form as a new filter, or over the filter it was opened from. */
export const saveFilterAtom = atom(
  null,
  async (get, set, draft: FilterDraft, over?: Pick<Filter, 'id' | 'version'>): Promise<Saved> => {
    const outcome = await get(servicesAtom).outbox.submit({
      call: over ? 'replaceFilter' : 'createFilter',
      subject: over?.id ?? null,
      label: draft.name,
      body: draft,
      version: over?.version,
    })
    switch (outcome.kind) {
      case 'done': {
        const filter = Filter.parse(outcome.answer)
        set(keepFilterAtom, filter)
        void set(loadStatsAtom)
        return { kind: 'saved', filter }
      }
      case 'waiting':
        return { kind: 'waiting' }
      case 'conflict':
        return { kind: 'conflict', current: Filter.safeParse(outcome.current).data }
      case 'rejected':
        return { kind: 'refused', error: outcome.error instanceof ApiError ? outcome.error : new ApiError('internal') }
    }
  },
)

type Switch = { enabled?: boolean; snoozedUntil?: string | null }

/**
 * Switches or snoozes a filter, optimistically. If the filter was changed elsewhere meanwhile, the switch is applied on top:
 * it concerns one field and is the user's latest choice.
 */
export const switchFilterAtom = atom(null, async (get, set, id: string, change: Switch): Promise<Outcome['kind']> => {
  const before = get(cachedFiltersAtom).find((filter) => filter.id === id)
  if (!before) return 'rejected'
  set(keepFilterAtom, switched(before, change))
  const submit = (version: number) =>
    get(servicesAtom).outbox.submit({ call: 'changeFilter', subject: id, label: before.name, body: change, version })
  let outcome = await submit(before.version)
  if (outcome.kind === 'conflict') {
    const current = Filter.safeParse(outcome.current).data
    if (current) outcome = await submit(current.version)
  }
  if (outcome.kind === 'done') set(keepFilterAtom, Filter.parse(outcome.answer))
  if (outcome.kind === 'rejected' || outcome.kind === 'conflict') await set(loadFiltersAtom)
  return outcome.kind
})

function switched({ snoozedUntil, ...filter }: Filter, change: Switch): Filter {
  const until = change.snoozedUntil === undefined ? snoozedUntil : (change.snoozedUntil ?? undefined)
  return { ...filter, enabled: change.enabled ?? filter.enabled, ...(until ? { snoozedUntil: until } : {}) }
}

export const deleteFilterAtom = atom(null, async (get, set, id: string): Promise<Outcome['kind']> => {
  const filter = get(cachedFiltersAtom).find((known) => known.id === id)
  set(dropFilterAtom, id)
  const label = filter?.name ?? ''
  const outcome = await get(servicesAtom).outbox.submit({
    call: 'deleteFilter',
    subject: id,
    label,
    body: undefined,
    version: undefined,
  })
  if (outcome.kind === 'done') void set(loadStatsAtom)
  if (outcome.kind === 'rejected') await set(loadFiltersAtom)
  return outcome.kind
})
