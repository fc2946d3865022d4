import type { Filter } from '../../contract/filter.ts'
import type { Db } from '../database/pool.ts'
import { loadFilters, type StoredFilter } from '../store/filters.ts'

/** The filters of all users in memory: who owns them and what they ask to be told. */
export type FilterDirectory = {
  get(filterId: string): StoredFilter | undefined
  /** Reads these filters anew (all of them when none are named): which are to be matched from now on, and which no longer. */
  refresh(db: Db, filterIds?: readonly string[]): Promise<{ active: Filter[]; inactive: string[] }>
}

export function createFilterDirectory(): FilterDirectory {
  const entries = new Map<string, StoredFilter>()
  return {
    get: (filterId) => entries.get(filterId),
    async refresh(db, filterIds) {
      const rows = await loadFilters(db, filterIds)
      const isActive = ({ filter }: { filter: Filter }) => filter.enabled && !filter.pausedByPlan
      const active = rows.filter(isActive)
      const activeIds = new Set(active.map(({ filter }) => filter.id))
      const inactive = (filterIds ?? [...entries.keys()]).filter((id) => !activeIds.has(id))
      for (const id of inactive) entries.delete(id)
      for (const row of active) entries.set(row.filter.id, row)
      return { active: active.map(({ filter }) => filter), inactive }
    },
  }
}
