import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Plan, PlanId, Subscription } from '../../../contract/payment.ts'
import { daysRemaining, SUBSCRIPTION_PERIOD_DAYS } from '../../../contract/subscriptionPeriod.ts'
import { Button } from '../../components/Button.tsx'
import { takeFocus } from '../../components/focus.ts'
import { useNow } from '../../components/now.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { planName } from './planTexts.ts'
import styles from './SubscriptionsScreen.module.css'
import { statsAtom } from './stats.ts'
import { buyPlanAtom, subscriptions } from './subscriptions.ts'

type PaidPlan = Exclude<PlanId, 'free'>
type ChangePlanProps = {
  to: Pick<Plan, 'filterLimit'> & { id: PaidPlan }
  running: Subscription | undefined
  onChanged(): void
}

/** Chooses a plan. If another one is running, first explains what happens to it and to the filters. */
export function ChangePlan({ to, running, onChanged }: ChangePlanProps) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState<boolean>()
  const { status } = useAtomValue(subscriptions.atom)
  const buy = useBuyPlan(onChanged)
  const name = i18n._(planName[to.id])
  const choose = () => void buy(to.id)
  if (!running || !isAsking) {
    return (
      <Button
        ref={isAsking === false ? takeFocus : undefined}
        variant="main"
        isBusy={status === 'loading'}
        onClick={running ? () => setAsking(true) : choose}
      >
        {t`Choose ${name}`}
      </Button>
    )
  }
  const last = i18n._(planName[running.plan])
  return (
    <>
      <p ref={takeFocus} tabIndex={-1}>
        <Consequences to={to} running={running} />
      </p>
      <div className={styles.ask}>
        <Button variant="main" isBusy={status === 'loading'} onClick={choose}>
          {t`Change to ${name} now`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Keep ${last}`}</Button>
      </div>
    </>
  )
}

function Consequences({ to, running }: { to: ChangePlanProps['to']; running: Subscription }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const used = useAtomValue(statsAtom)?.listenerCount ?? 0
  const beyond = used - to.filterLimit
  const name = i18n._(planName[to.id])
  const last = i18n._(planName[running.plan])
  const daysLeft = daysRemaining(running.createdAt, now)
  const sentences = [
    t`${name} begins now and runs for ${SUBSCRIPTION_PERIOD_DAYS} days.`,
    t`${plural(daysLeft, {
      0: `${last} ends now.`,
      one: `${last} ends now; its last day is lost.`,
      other: `${last} ends now; its remaining # days are lost.`,
    })}`,
    beyond > 0 &&
      t`${plural(beyond, {
        one: 'Your newest filter will be paused, not deleted.',
        other: 'Your # newest filters will be paused, not deleted.',
      })}`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Resumes a cancelled plan. */
export function ResumePlan({ plan, onChanged }: { plan: PaidPlan; onChanged(): void }) {
  const { t } = useLingui()
  const { status } = useAtomValue(subscriptions.atom)
  const buy = useBuyPlan(onChanged)
  return (
    <Button variant="main" isBusy={status === 'loading'} onClick={() => void buy(plan)}>
      {t`Resume plan`}
    </Button>
  )
}

function useBuyPlan(onChanged: () => void) {
  const buy = useSetAtom(buyPlanAtom)
  return async (plan: PaidPlan) => {
    if (await buy(plan)) onChanged()
  }
}
