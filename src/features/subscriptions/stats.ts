import type * as z from 'zod/mini'
import type { Stats as StatsSchema } from '../../../contract/user.ts'
import { texts } from '../../i18n/texts.ts'
import { servicesAtom } from '../../services/services.ts'
import { readStats } from '../../session/api.ts'
import { changeSessionAtom } from '../../session/session.ts'
import { atom } from '../../store/store.ts'
import { showToastAtom } from '../../toasts/toasts.ts'

type Stats = z.infer<typeof StatsSchema>

const ZEROS: Stats = {
  listenerLimit: 0,
  listenerCount: 0,
  searchesUsedMonthly: 0,
  activeSearchesLeft: 0,
  matchesToday: 0,
  unseenMatches: 0,
}

export const statsAtom = atom<Stats | null>(null)

/** Quota and today's figures. If they cannot be loaded, shows a toast and returns zeros. */
export const loadStatsAtom = atom(null, async (get, set): Promise<Stats> => {
  const { client, translate } = get(servicesAtom)
  try {
    const stats = await readStats(client)
    set(statsAtom, stats)
    set(changeSessionAtom, { remainingFilters: Math.max(0, stats.listenerLimit - stats.listenerCount) })
    return stats
  } catch {
    set(showToastAtom, { text: translate(texts.loadRemainingError), tone: 'error' })
    return ZEROS
  }
})
