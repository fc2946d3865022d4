import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Link } from '../../../components/Link.tsx'
import { ErrorState, Skeleton } from '../../../components/States.tsx'
import { emptyResource } from '../../../data/resource.ts'
import { useReloadWith } from '../../../data/topics.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import styles from './alerts.module.css'
import { alerts } from './alerts.ts'
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
  const { value, cursor, status, code } = useAtomValue(alerts.atom).get('') ?? { ...emptyResource, cursor: null }
  const refresh = useSetAtom(alerts.refresh)
  const loadNext = useSetAtom(alerts.next)
  useEffect(() => void refresh(undefined), [refresh])
  useReloadWith('deliveries', () => refresh(undefined))

  return (
    <>
      {!value && status !== 'failed' && <Skeleton rows={3} height="line" />}
      {value?.length === 0 && <p>{t`No alert has been sent yet.`}</p>}
      <ul className={styles.list}>
        {value?.map((delivery) => (
          <li key={delivery.id}>
            <Link to="/auctions/$id" params={{ id: delivery.auction.id }} className={styles.title}>
              {delivery.auction.title}
            </Link>
            <DeliveryTrail delivery={delivery} />
          </li>
        ))}
      </ul>
      {status === 'failed' && (
        <ErrorState code={code ?? 'internal'} onRetry={() => void (value ? loadNext(undefined) : refresh(undefined))} />
      )}
      {cursor && status !== 'failed' && (
        <Button disabled={status === 'loading'} onClick={() => void loadNext(undefined)}>
          {t`More alerts`}
        </Button>
      )}
    </>
  )
}
