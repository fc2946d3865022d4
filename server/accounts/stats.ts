import type { Stats } from '../../contract/user.ts'
import type { Db } from '../database/pool.ts'
import { countEnabledFilters, countFilters, listFilters } from '../store/filters.ts'
import { countMatches } from '../store/matches.ts'
import { searchesInMonth, sumPolls } from '../store/searches.ts'
import { planOf } from './plans.ts'

/** What a user has used of the plan this month, and today's matches. Days and months are UTC. */
export async function readStats(db: Db, userId: string, now: Date): Promise<Stats> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const dayStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const [plan, listenerCount, enabledCount, filters, matches, searches] = await Promise.all([
    planOf(db, userId, now),
    countFilters(db, userId),
    countEnabledFilters(db, userId),
    listFilters(db, userId),
    countMatches(db, userId, dayStart),
    searchesInMonth(db, userId, now),
  ])
  const first = filters[0]
  const since = first && Date.parse(first.createdAt) > monthStart.getTime() ? new Date(first.createdAt) : monthStart
  const marketplaces = filters.some((filter) => filter.marketplaces.length === 0)
    ? []
    : [...new Set(filters.flatMap((filter) => filter.marketplaces))]
  return {
    listenerLimit: plan.filterLimit,
    listenerCount,
    searchesUsedMonthly: searches + (first ? await sumPolls(db, since, marketplaces) : 0),
    activeSearchesLeft: Math.max(0, plan.filterLimit - enabledCount),
    matchesToday: matches.today,
    unseenMatches: matches.unseen,
  }
}
