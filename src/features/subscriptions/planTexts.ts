import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Plan, PlanId } from '../../../contract/payment.ts'
import { SUBSCRIPTION_PERIOD_DAYS } from '../../../contract/subscriptionPeriod.ts'
import { useFormat } from '../../i18n/format.ts'

export const planName: Readonly<Record<PlanId, MessageDescriptor>> = { free: msg`Basic`, plus: msg`Plus`, pro: msg`Pro` }

/** What a plan contains and costs, in one line. */
export function usePlanTerms() {
  const { t } = useLingui()
  const format = useFormat()
  return ({ filterLimit, price }: Pick<Plan, 'filterLimit' | 'price'>): string =>
    price.amount === 0
      ? t`${plural(filterLimit, { one: '# filter', other: '# filters' })} · free`
      : t`${plural(filterLimit, { one: '# filter', other: '# filters' })} · ${format.money(price)} for ${SUBSCRIPTION_PERIOD_DAYS} days`
}
