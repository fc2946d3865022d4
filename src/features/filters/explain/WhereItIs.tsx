import { useLingui } from '@lingui/react/macro'
import type { Filter } from '../../../../contract/filter.ts'
import { Link } from '../../../components/Link.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { matchesAtom, matchOfAuction } from '../../../session/cachedAuctions.ts'
import { useAtomValue } from '../../../store/store.ts'
import styles from './explain.module.css'

type WhereItIsProps = { auctionId: string | undefined; filter: Filter | undefined }

/** For an auction that matches: where to find it, and what else may have suppressed it. */
export function WhereItIs({ auctionId, filter }: WhereItIsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const matches = useAtomValue(matchesAtom)
  const isInInbox = auctionId !== undefined && matchOfAuction(matches, auctionId) !== undefined
  const snoozedUntil = filter?.snoozedUntil
  const reasons = [
    filter?.enabled === false && t`The filter is switched off`,
    filter?.pausedByPlan && t`Paused: more filters than your plan holds`,
    snoozedUntil && Date.parse(snoozedUntil) > Date.now() && t`Snoozed until ${format.moment(snoozedUntil)}`,
  ].filter(Boolean)
  return (
    <div className={styles.whereabouts}>
      {reasons.length > 0 && <p>{reasons.join(' · ')}</p>}
      {auctionId !== undefined && (
        <Link to="/auctions/$id" params={{ id: auctionId }}>
          {isInInbox ? t`It is in your inbox` : t`Show it here`}
        </Link>
      )}
    </div>
  )
}
