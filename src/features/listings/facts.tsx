/** Short facts of an auction, each shown only if known. */
import { Plural, useLingui } from '@lingui/react/macro'
import type { Auction } from '../../../contract/auction.ts'
import type { Match } from '../../../contract/match.ts'
import { Icon } from '../../components/Icon.tsx'
import { useFormat } from '../../i18n/format.ts'
import { cachedFiltersAtom } from '../../session/cachedFilters.ts'
import { useAtomValue } from '../../store/store.ts'
import { centreOf, distanceTo } from './distance.ts'
import styles from './facts.module.css'

export function Bids({ auction: { bidCount } }: { auction: Auction }) {
  if (bidCount === undefined) return null
  return (
    <span className={styles.total}>
      <Plural value={bidCount} _0="no bids" one="# bid" other="# bids" />
    </span>
  )
}

/** The place, and its distance from the filter's place. */
export function PlaceLine({ match }: { match: Match }) {
  const { t } = useLingui()
  const format = useFormat()
  const filters = useAtomValue(cachedFiltersAtom)
  const { location } = match.auction
  const place = location?.place ?? (location?.country && format.country(location.country))
  if (!place) return null
  const km = distanceTo(location, centreOf(match, filters))
  const distance = km === undefined ? undefined : format.unit(Math.round(km), 'kilometer')
  return (
    <span className={styles.place}>
      <Icon name="place" />
      <span>{distance ? t`${place}, ${distance}` : place}</span>
    </span>
  )
}
