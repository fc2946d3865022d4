import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Subscription } from '../../../contract/payment.ts'
import { Button } from '../../components/Button.tsx'
import { useFormat } from '../../components/format.ts'
import { useSetAtom } from '../../state/store.ts'
import { cancelPlanAtom } from '../../state/subscriptions.ts'
import styles from './SubscriptionsScreen.module.css'

/** Cancels in two taps: one to ask, one to mean it. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  const { t } = useLingui()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const cancel = useSetAtom(cancelPlanAtom)
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{t`Cancel plan`}</Button>
  return (
    <>
      <p>{t`It runs until ${format.day(subscription.endsAt)}. After that, filters beyond the free limit are paused, not deleted.`}</p>
      <div className={styles.ask}>
        <Button look="danger" onClick={() => void cancel(subscription.id)}>
          {t`Cancel plan now`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Keep plan`}</Button>
      </div>
    </>
  )
}
