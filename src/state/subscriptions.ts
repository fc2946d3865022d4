import { useEffect } from 'react'
import type { PlanId, Subscription } from '../../contract/payment.ts'
import { errorCode } from '../api/errors.ts'
import { cancelSubscription, createSubscription, listSubscriptions } from '../api/payment.ts'
import { errorText } from '../i18n/texts.ts'
import { showToastAtom } from './announcements.ts'
import { edgesAtom } from './edges.ts'
import { createResource } from './resource.ts'
import { changeSessionAtom } from './session/session.ts'
import { loadStatsAtom } from './stats.ts'
import { atom, useAction } from './store.ts'
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

export function useSubscriptions() {
  const held = useResource(subscriptions)
  const take = useAction(takeSubscriptionsAtom)
  const { value } = held
  useEffect(() => {
    if (value) take(value)
  }, [value, take])
  return held
}

/** Buys a plan; where payment happens elsewhere, goes there. */
export const buyPlanAtom = atom(null, async (get, set, plan: Exclude<PlanId, 'free'>) => {
  const { client, translate } = get(edgesAtom)
  try {
    const answer = await createSubscription(client, plan)
    if ('checkoutUrl' in answer) return location.assign(answer.checkoutUrl)
    await set(subscriptions.load)
    await set(loadStatsAtom)
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
  }
})

export const cancelPlanAtom = atom(null, async (get, set, id: string) => {
  const { client, translate } = get(edgesAtom)
  try {
    await cancelSubscription(client, id)
    await set(subscriptions.load)
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
  }
})
