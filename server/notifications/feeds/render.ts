import { DAY_MS } from '../../../contract/time.ts'
import type { Db } from '../../database/pool.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Settings } from '../../settings.ts'
import { listEnds } from '../../store/ends.ts'
import type { FeedLinkRow } from '../../store/feedLinks.ts'
import { loadFilters } from '../../store/filters.ts'
import { listMatches } from '../../store/matches.ts'
import { findUser } from '../../store/users.ts'
import { atomFeed } from './atom.ts'
import { endsCalendar } from './calendar.ts'
import type { FeedSource } from './entry.ts'
import { jsonFeed } from './jsonFeed.ts'

const MAX_ENTRIES = 50
const MAX_ENDS = 300
/** How long ended and removed auctions stay in a calendar. */
const ENDS_KEPT_MS = 7 * DAY_MS

/**
 * The content of a feed or calendar of a user's matches.
 * @param selfUrl its own secret URL
 * @returns undefined when the user no longer exists
 */
export async function renderFeed(
  { db, clock, settings }: { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl'> },
  link: FeedLinkRow,
  selfUrl: string,
): Promise<string | undefined> {
  const { id, userId, filterId, kind, createdAt } = link
  const user = await findUser(db, userId)
  if (!user) return undefined
  const [own] = filterId ? await loadFilters(db, [filterId]) : []
  const source: FeedSource = {
    ...{ id, createdAt, selfUrl, locale: user.locale, timeZone: user.timeZone, publicUrl: settings.publicUrl },
    ...(own ? { filterName: own.filter.name } : {}),
  }
  if (kind !== 'ics') {
    const { items } = await listMatches(db, userId, { limit: MAX_ENTRIES, filter: filterId ?? undefined })
    return kind === 'atom' ? atomFeed(items, source) : jsonFeed(items, source)
  }
  const now = clock.now()
  const ends = await listEnds(db, userId, { filterId, now, since: new Date(now.getTime() - ENDS_KEPT_MS), limit: MAX_ENDS })
  const filterIds = new Set(ends.flatMap(({ match }) => match.filters.map((filter) => filter.id)))
  const filters = await loadFilters(db, [...filterIds])
  return endsCalendar(ends, new Map(filters.map(({ filter }) => [filter.id, filter])), source, now)
}
