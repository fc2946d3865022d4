import type { Match } from '../../../contract/match.ts'
import type { FeedSource } from '../../../server/notifications/feeds/entry.ts'
import { anAlert, NOW } from '../support.ts'

export const SOURCE: FeedSource = {
  id: '01930000-0000-7000-8000-00000000000a',
  filterName: 'Cameras',
  locale: 'en',
  timeZone: 'Europe/Berlin',
  publicUrl: 'https://lotwatch.example',
  selfUrl: 'https://lotwatch.example/feeds/abc.atom',
  createdAt: NOW,
}

export function aMatch({
  auction,
  filterNames,
  ...change
}: Partial<Omit<Match, 'auction'>> & Pick<NonNullable<Parameters<typeof anAlert>[0]>, 'auction' | 'filterNames'> = {}): Match {
  const base = anAlert({ ...(auction ? { auction } : {}), ...(filterNames ? { filterNames } : {}) }).match
  return { ...base, ...change, auction: base.auction }
}
