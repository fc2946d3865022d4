import type { PlanId, Subscription } from '../../contract/payment.ts'
import { errorCode } from '../api/errors.ts'
import { cancelSubscription, createSubscription, listSubscriptions } from '../api/payment.ts'
import { errorText } from '../i18n/texts.ts'
import { showToastAtom } from './announcements.ts'
import { loadFiltersAtom } from './filters/filters.ts'
import { createResource } from './resource.ts'
import { servicesAtom } from './services.ts'
import { changeSessionAtom } from './session/session.ts'
import { loadStatsAtom } from './stats.ts'
import { atom } from './store.ts'
import { useResource } from './useResource.ts'

/** Newest first. */
export const subscriptions = createResource(listSubscriptions)

/** The session keeps what the subscriptions say, for the pages that show it without reading them. */
const takeSubscriptionsAtom = atom(null, (_get, set, own: readonly Subscription[]) => {
  const running = own.find(({ status }) => status !== 'ended')
  set(changeSessionAtom, {
    currentPlan: running?.plan ?? null,
    subscriptionStartDate: running?.createdAt ?? null,
    noPremium: running === undefined,
  })
})

/** Reads the subscriptions into the session. */
export const loadSubscriptionsAtom = atom(null, async (get, set) => {
  await set(subscriptions.load)
  const { value, status } = get(subscriptions.atom)
  if (value && status === 'ready') set(takeSubscriptionsAtom, value)
})

export const useSubscriptions = () => useResource({ atom: subscriptions.atom, load: loadSubscriptionsAtom })

/**
 * Takes a plan: a first one, another one at once, or a cancelled one again. Where payment happens elsewhere, goes there.
 * Answers whether the user has it now.
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
    // Another limit pauses filters, or wakes them.
    await set(loadFiltersAtom)
    return true
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return false
  }
})

/** Answers whether the plan is cancelled now. */
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
