import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { Loaded } from '../../../data/Loaded.tsx'
import { emptyResource } from '../../../data/resource.ts'
import { useAccount, useFresh } from '../../../data/useFresh.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import styles from './alerts.module.css'
import { deliveriesOfMatch } from './alerts.ts'
import { DeliveryTrail } from './DeliveryTrail.tsx'

/** All alerts about this auction with their outcomes. */
export function Ledger({ matchId }: { matchId: string }) {
  const { t } = useLingui()
  const deliveries = useAtomValue(deliveriesOfMatch.atom).get(matchId) ?? emptyResource
  const loadMatch = useSetAtom(deliveriesOfMatch.load)
  const load = useCallback(() => loadMatch(matchId), [loadMatch, matchId])
  const isReady = useAccount() !== undefined
  useFresh({ ...deliveries, load, isReady, isLoadedOnOpen: true, topic: 'deliveries' })
  return (
    <section className={styles.ledger}>
      <h2>{t`Alerts`}</h2>
      <Loaded of={{ ...deliveries, retry: () => void load() }} rows={2} height="line">
        {(items) => (
          <>
            {items.length === 0 && (
              <p>
                <Trans>
                  Nothing was sent about this auction: it was running before the filter was made, or its channels are off.
                </Trans>
              </p>
            )}
            <ul className={styles.list}>
              {items.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryTrail delivery={delivery} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}
