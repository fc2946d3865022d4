import type { Filter } from '../../contract/filter.ts'
import type { Db } from '../database/pool.ts'
import type { TellingFilter } from '../delivery/plan.ts'
import { Interner } from '../matching/interner.ts'
import { loadFilters, readFilters, type StoredFilter } from '../store/filters.ts'

/** Filters read at a time when all of them are. */
const PORTION = 2000

/** Different ways of telling that are held once for all filters. */
const MOST_SHARED = 10_000

/** Of a filter what is needed once it has matched. */
export type KnownFilter = Pick<StoredFilter, 'userId' | 'createdXid'> & {
  filter: TellingFilter & Pick<Filter, 'keywords' | 'searchIn' | 'wordMatch'>
}

/** The filters of all users in memory: who owns them and what they ask to be told. */
export type FilterDirectory = {
  get(filterId: string): KnownFilter | undefined
  /** Reads all filters; gives those that are to be matched, in portions. */
  load(db: Db): AsyncIterable<Filter[]>
  /** Reads these filters anew: which are to be matched from now on, and which no longer. */
  refresh(db: Db, filterIds: readonly string[]): Promise<{ active: Filter[]; inactive: string[] }>
}

export function createFilterDirectory(): FilterDirectory {
  const entries = new Map<string, KnownFilter>()
  const interner = new Interner(MOST_SHARED)

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
      for await (const rows of readFilters(db, PORTION)) yield keepActive(rows)
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
