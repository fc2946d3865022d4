import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Link } from '../../../components/Link.tsx'
import { ErrorState, Skeleton } from '../../../components/States.tsx'
import { deliveriesChangedAtom } from '../../../data/streamState.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import styles from './alerts.module.css'
import { alertsAtom, loadAlertsAtom } from './alerts.ts'
import { DeliveryTrail } from './DeliveryTrail.tsx'

/** All alerts, newest first; loaded on request. */
export function AlertList() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{t`Every alert, step by step`}</summary>
      {isOpen && <Alerts />}
    </details>
  )
}

function Alerts() {
  const { t } = useLingui()
  const { value, status, code } = useAtomValue(alertsAtom)
  const load = useSetAtom(loadAlertsAtom)
  const changes = useAtomValue(deliveriesChangedAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of a delivery asks for another reading.
  useEffect(() => {
    void load('newest')
  }, [changes, load])

  return (
    <>
      {!value && status !== 'failed' && <Skeleton rows={3} height="line" />}
      {value?.items.length === 0 && <p>{t`No alert has been sent yet.`}</p>}
      <ul className={styles.list}>
        {value?.items.map((delivery) => (
          <li key={delivery.id}>
            <Link to="/auctions/$id" params={{ id: delivery.auction.id }} className={styles.title}>
              {delivery.auction.title}
            </Link>
            <DeliveryTrail delivery={delivery} />
          </li>
        ))}
      </ul>
      {status === 'failed' && <ErrorState code={code ?? 'internal'} onRetry={() => void load(value ? 'next' : 'newest')} />}
      {value?.nextCursor && status !== 'failed' && (
        <Button disabled={status === 'loading'} onClick={() => void load('next')}>
          {t`More alerts`}
        </Button>
      )}
    </>
  )
}
