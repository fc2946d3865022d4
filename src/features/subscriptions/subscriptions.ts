import type { PlanId, Subscription } from '../../../contract/payment.ts'
import { errorCode } from '../../api/errors.ts'
import { createResource } from '../../data/resource.ts'
import { invalidateAtom } from '../../data/topics.ts'
import { useResource } from '../../data/useResource.ts'
import { errorText } from '../../i18n/texts.ts'
import { servicesAtom } from '../../services/services.ts'
import { changeSessionAtom } from '../../session/session.ts'
import { atom } from '../../store/store.ts'
import { showToastAtom } from '../../toasts/toasts.ts'
import { cancelSubscription, createSubscription, listSubscriptions } from './api.ts'
import { loadStatsAtom } from './stats.ts'

/** Newest first. */
export const subscriptions = createResource(listSubscriptions)

/** Copies what the subscriptions say to the session, for pages that do not load them. */
const takeSubscriptionsAtom = atom(null, (_get, set, own: readonly Subscription[]) => {
  const running = own.find(({ status }) => status !== 'ended')
  set(changeSessionAtom, {
    currentPlan: running?.plan ?? null,
    subscriptionStartDate: running?.createdAt ?? null,
    noPremium: running === undefined,
  })
})

/** Loads the subscriptions into the session. */
export const loadSubscriptionsAtom = atom(null, async (get, set) => {
  await set(subscriptions.load)
  const { value, status } = get(subscriptions.atom)
  if (value && status === 'ready') set(takeSubscriptionsAtom, value)
})

export const useSubscriptions = () => useResource({ ...subscriptions, load: loadSubscriptionsAtom })

/**
 * Buys a plan, switches to another one at once, or resumes a cancelled one. Redirects if payment happens elsewhere.
 * Resolves to whether the user has it now.
 */
export const buyPlanAtom = atom(null, async (get, set, plan: Exclude<PlanId, 'free'>): Promise<boolean> => {
  const { client, translate } = get(servicesAtom)
  try {
    const answer = await createSubscription(client, plan)
    if ('checkoutUrl' in answer) {
      location.assign(answer.checkoutUrl)
      return false
    }
    await set(loadSubscriptionsAtom)
    await set(loadStatsAtom)
    // The new limit pauses or resumes filters.
    set(invalidateAtom, 'filters')
    return true
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return false
  }
})

/** Resolves to whether the plan is cancelled now. */
export const cancelPlanAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  const { client, translate } = get(servicesAtom)
  try {
    await cancelSubscription(client, id)
    await set(loadSubscriptionsAtom)
    return true
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return false
  }
})
