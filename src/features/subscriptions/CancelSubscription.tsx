import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Subscription } from '../../../contract/payment.ts'
import { Button } from '../../components/Button.tsx'
import { takeFocus } from '../../components/focus.ts'
import { useFormat } from '../../i18n/format.ts'
import { useSetAtom } from '../../store/store.ts'
import styles from './SubscriptionsScreen.module.css'
import { cancelPlanAtom } from './subscriptions.ts'

type CancelSubscriptionProps = { subscription: Subscription; onChanged(): void }

/** Cancels the subscription after a confirmation. */
export function CancelSubscription({ subscription, onChanged }: CancelSubscriptionProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [isAsking, setAsking] = useState<boolean>()
  const cancelPlan = useSetAtom(cancelPlanAtom)
  const cancel = async () => {
    if (await cancelPlan(subscription.id)) onChanged()
  }
  if (!isAsking) {
    return (
      <Button ref={isAsking === false ? takeFocus : undefined} onClick={() => setAsking(true)}>
        {t`Cancel plan`}
      </Button>
    )
  }
  return (
    <>
      <p ref={takeFocus} tabIndex={-1}>
        {t`It runs until ${format.day(subscription.endsAt)}. After that, filters beyond the free limit are paused, not deleted.`}
      </p>
      <div className={styles.ask}>
        <Button variant="danger" onClick={() => void cancel()}>
          {t`Cancel plan now`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Keep plan`}</Button>
      </div>
    </>
  )
}
