import { Trans, useLingui } from '@lingui/react/macro'
import { useResource } from '../../data/useResource.ts'
import { errorText } from '../../i18n/texts.ts'
import { DEFAULT_REMAINING_FILTERS } from '../../limits.ts'
import { planName, plans, usePlansAreSold, usePlanTerms } from '../subscriptions/index.ts'
import styles from './LandingScreen.module.css'

/** The plans. Paid plans and prices depend on the installation, so the prerendered page shows only the free one. */
export function Plans() {
  const { i18n } = useLingui()
  const termsOf = usePlanTerms()
  const { value } = useResource(plans, { isOpen: true })
  const isSold = usePlansAreSold()
  const known = value ?? [{ id: 'free' as const, filterLimit: DEFAULT_REMAINING_FILTERS, price: { amount: 0, currency: 'EUR' } }]
  const shown = isSold ? known : known.filter(({ price }) => price.amount === 0)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Plans</Trans>
      </h2>
      <ul className={styles.plans}>
        {shown.map((plan) => (
          <li key={plan.id}>
            <h3>{i18n._(planName[plan.id])}</h3>
            <p>{termsOf(plan)}</p>
          </li>
        ))}
      </ul>
      {isSold === false && <p>{i18n._(errorText('plans_not_sold'))}</p>}
    </section>
  )
}
