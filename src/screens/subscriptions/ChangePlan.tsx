import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Plan, PlanId, Subscription } from '../../../contract/payment.ts'
import { daysRemaining, SUBSCRIPTION_PERIOD_DAYS } from '../../../contract/subscriptionPeriod.ts'
import { Button } from '../../components/Button.tsx'
import { useNow } from '../../components/now.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'
import { buyPlanAtom, subscriptions } from '../../state/subscriptions.ts'
import { planName } from '../texts/plans.ts'
import styles from './SubscriptionsScreen.module.css'

type ChangePlanProps = { to: Pick<Plan, 'filterLimit'> & { id: Exclude<PlanId, 'free'> }; running: Subscription | undefined }

/** Chooses a plan. While another one runs it says first what becomes of that, and of the filters. */
export function ChangePlan({ to, running }: ChangePlanProps) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { status } = useAtomValue(subscriptions.atom)
  const buy = useSetAtom(buyPlanAtom)
  const now = useNow()
  const name = i18n._(planName[to.id])
  const choose = () => void buy(to.id)
  if (!isAsking) {
    return (
      <Button look="main" isBusy={status === 'loading'} onClick={running ? () => setAsking(true) : choose}>
        {t`Choose ${name}`}
      </Button>
    )
  }
  const last = running && i18n._(planName[running.plan])
  const daysLeft = running ? daysRemaining(running.createdAt, now) : 0
  return (
    <>
      <p>
        <Trans>
          {name} begins now and runs for {SUBSCRIPTION_PERIOD_DAYS} days. {last} ends.
        </Trans>{' '}
        {daysLeft > 0 && (
          <Plural value={daysLeft} one="Its last day is not carried over." other="Its # days left are not carried over." />
        )}{' '}
        {t`Filters beyond its limit of ${to.filterLimit} are paused, not deleted.`}
      </p>
      <div className={styles.ask}>
        <Button look="main" isBusy={status === 'loading'} onClick={choose}>
          {t`Change to ${name} now`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Keep ${last ?? ''}`}</Button>
      </div>
    </>
  )
}

/** Takes back that a plan was cancelled. */
export function ResumePlan({ plan }: { plan: Exclude<PlanId, 'free'> }) {
  const { t } = useLingui()
  const { status } = useAtomValue(subscriptions.atom)
  const buy = useSetAtom(buyPlanAtom)
  return (
    <Button look="main" isBusy={status === 'loading'} onClick={() => void buy(plan)}>
      {t`Resume plan`}
    </Button>
  )
}
