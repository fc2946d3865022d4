import type { Filter } from '../../contract/filter.ts'
import type { Db } from '../database/pool.ts'
import { Interner } from '../matching/interner.ts'
import type { AlertFilter } from '../notifications/alerts/plan.ts'
import { loadFilters, readFilters, type StoredFilter } from '../store/filters.ts'

/** Filters read per query when all are loaded. */
const BATCH = 2000

/** Distinct notification settings that are shared between filters, to save memory. */
const MAX_INTERNED = 10_000

/** The fields of a filter that are needed after it has matched. */
export type KnownFilter = Pick<StoredFilter, 'userId' | 'createdXid'> & {
  filter: AlertFilter & Pick<Filter, 'keywords' | 'searchIn' | 'wordMatch'>
}

/** The active filters of all users in memory, with their owners and notification settings. */
export type FilterDirectory = {
  get(filterId: string): KnownFilter | undefined
  /** Reads all filters and yields the active ones in batches. */
  load(db: Db): AsyncIterable<Filter[]>
  /** Reads these filters again: `active` are to be matched from now on, `inactive` no longer. */
  refresh(db: Db, filterIds: readonly string[]): Promise<{ active: Filter[]; inactive: string[] }>
}

export function createFilterDirectory(): FilterDirectory {
  const entries = new Map<string, KnownFilter>()
  const interner = new Interner(MAX_INTERNED)

  const lean = ({ filter, userId, createdXid }: StoredFilter): KnownFilter => {
    const { id, enabled, pausedByPlan, snoozedUntil, keywords, searchIn, wordMatch } = filter
    const notify = interner.intern(filter.notify)
    return {
      ...{ userId, createdXid },
      filter: { id, enabled, pausedByPlan, keywords, searchIn, wordMatch, notify, ...(snoozedUntil ? { snoozedUntil } : {}) },
    }
  }
  const keepActive = (rows: readonly StoredFilter[]): Filter[] => {
    const active = rows.filter(({ filter }) => filter.enabled && !filter.pausedByPlan)
    for (const row of active) entries.set(row.filter.id, lean(row))
    return active.map(({ filter }) => filter)
  }
  return {
    get: (filterId) => entries.get(filterId),
    async *load(db) {
      for await (const rows of readFilters(db, BATCH)) yield keepActive(rows)
    },
    async refresh(db, filterIds) {
      const active = keepActive(await loadFilters(db, filterIds))
      const activeIds = new Set(active.map(({ id }) => id))
      const inactive = filterIds.filter((id) => !activeIds.has(id))
      for (const id of inactive) entries.delete(id)
      return { active, inactive }
    },
  }
}
