import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { ErrorState, Skeleton } from '../../../components/States.tsx'
import { deliveriesChangedAtom } from '../../../data/streamState.ts'
import { sessionAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import styles from './alerts.module.css'
import { DeliveryTrail } from './DeliveryTrail.tsx'
import { deliveriesAtom, loadDeliveriesAtom } from './deliveries.ts'

/** All alerts about this auction with their outcomes. */
export function Ledger({ matchId }: { matchId: string }) {
  const { t } = useLingui()
  const { value, status, code } = useAtomValue(deliveriesAtom)
  const load = useSetAtom(loadDeliveriesAtom)
  const changes = useAtomValue(deliveriesChangedAtom)
  const { token } = useAtomValue(sessionAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of a delivery asks for another reading.
  useEffect(() => {
    if (token) void load(matchId)
  }, [matchId, token === null, changes, load])

  const deliveries = value?.matchId === matchId ? value.items : undefined
  return (
    <section className={styles.ledger}>
      <h2>{t`Alerts`}</h2>
      {!deliveries && status === 'failed' && <ErrorState code={code ?? 'internal'} onRetry={() => void load(matchId)} />}
      {!deliveries && status !== 'failed' && <Skeleton rows={2} height="line" />}
      {deliveries?.length === 0 && (
        <p>
          <Trans>Nothing was sent about this auction: it was running before the filter was made, or its channels are off.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {deliveries?.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryTrail delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  )
}
