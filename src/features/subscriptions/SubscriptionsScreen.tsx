import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Plan, Subscription } from '../../../contract/payment.ts'
import { daysRemaining } from '../../../contract/subscriptionPeriod.ts'
import { ButtonLink } from '../../components/Button.tsx'
import { takeFocus } from '../../components/focus.ts'
import { Heading } from '../../components/Heading.tsx'
import { useNow } from '../../components/now.ts'
import { ErrorState, Notice, Skeleton } from '../../components/States.tsx'
import { useResource } from '../../data/useResource.ts'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/texts.ts'
import { currentPlanAtom, sessionKindAtom, subscriptionStartAtom } from '../../session/session.ts'
import { useAtomValue } from '../../store/store.ts'
import { CancelSubscription } from './CancelSubscription.tsx'
import { ChangePlan, ResumePlan } from './ChangePlan.tsx'
import { plans } from './plans.ts'
import { usePlansAreSold } from './plansAreSold.ts'
import { planName, usePlanTerms } from './planTexts.ts'
import styles from './SubscriptionsScreen.module.css'
import { useSubscriptions } from './subscriptions.ts'
import { useStats } from './useStats.ts'

/** The user's plan, its term, and the other plans. */
export function SubscriptionsScreen() {
  const { t, i18n } = useLingui()
  const { value: offered, status, code, retry } = useResource(plans, { isOpen: true })
  const { value: own, status: ownStatus } = useSubscriptions()
  const isSold = usePlansAreSold()
  const currentPlan = useAtomValue(currentPlanAtom)
  const subscriptionStartDate = useAtomValue(subscriptionStartAtom)
  const stats = useStats()
  const now = useNow()
  const format = useFormat()
  const running = own?.find((one) => one.status !== 'ended')
  const plan = running?.plan ?? currentPlan ?? 'free'
  const startedAt = running?.createdAt ?? subscriptionStartDate
  const days = startedAt ? daysRemaining(startedAt, now) : 0
  const used = stats?.listenerCount
  const limit = stats?.listenerLimit

  const heading = useRef<HTMLHeadingElement>(null)
  const cancelled = useRef<HTMLParagraphElement>(null)
  const [changes, setChanges] = useState(0)
  // The change removes the pressed button, and keyboard focus with it.
  useEffect(() => {
    if (changes > 0) takeFocus(cancelled.current ?? heading.current)
  }, [changes])
  const onChanged = () => setChanges((count) => count + 1)
  return (
    <div className={styles.screen}>
      <Heading>{t`Plans`}</Heading>
      <section className={styles.own}>
        <h2 ref={heading} tabIndex={-1}>
          <Trans>Your plan: {i18n._(planName[plan as Plan['id']] ?? planName.free)}</Trans>
        </h2>
        {used !== undefined && limit !== undefined && <p>{t`${used} of ${limit} filters`}</p>}
        {startedAt && (
          <p>
            <Plural value={days} one="# day left" other="# days left" />
          </p>
        )}
        {running?.cancelAtPeriodEnd && (
          <>
            <p ref={cancelled} tabIndex={-1}>
              {t`Cancelled: it runs until ${format.day(running.endsAt)}. After that, filters beyond the free limit are paused, not deleted.`}
            </p>
            {isSold && running.plan !== 'free' && <ResumePlan plan={running.plan} onChanged={onChanged} />}
          </>
        )}
        {running && !running.cancelAtPeriodEnd && <CancelSubscription subscription={running} onChanged={onChanged} />}
      </section>
      {ownStatus === 'failed' && <Notice>{t`Your plan could not be refreshed.`}</Notice>}
      {!offered && status === 'failed' && <ErrorState code={code ?? 'internal'} onRetry={retry} />}
      {!offered && status !== 'failed' && <Skeleton rows={3} height="card" />}
      {isSold === false && <Notice tone="plain">{i18n._(errorText('plans_not_sold'))}</Notice>}
      {offered && (
        <ul className={styles.plans}>
          {offered.map((one) => (
            <li key={one.id}>
              <PlanCard plan={one} isOwn={one.id === plan} isSold={isSold === true} running={running} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type PlanCardProps = { plan: Plan; isOwn: boolean; isSold: boolean; running: Subscription | undefined; onChanged(): void }

function PlanCard({ plan, isOwn, isSold, running, onChanged }: PlanCardProps) {
  const { t, i18n } = useLingui()
  const termsOf = usePlanTerms()
  const { id, filterLimit } = plan
  const name = i18n._(planName[id])
  const kind = useAtomValue(sessionKindAtom)
  return (
    <article className={styles.plan} data-own={isOwn || undefined}>
      <h2>{name}</h2>
      <p className={styles.terms}>{termsOf(plan)}</p>
      {isOwn && <p>{t`This is your plan.`}</p>}
      {isSold && !isOwn && id !== 'free' && kind === 'signedIn' && (
        <ChangePlan to={{ id, filterLimit }} running={running} onChanged={onChanged} />
      )}
      {isSold && !isOwn && id !== 'free' && kind !== 'signedIn' && (
        <ButtonLink to="/register" variant="main">
          {t`Register to get ${name}`}
        </ButtonLink>
      )}
    </article>
  )
}
