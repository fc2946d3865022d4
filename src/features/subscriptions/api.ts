import type { PlanId } from '../../../contract/payment.ts'
import type { Client } from '../../api/client.ts'

export const listPlans = (client: Client) => client('listPlans', {})
export const listSubscriptions = (client: Client) => client('listSubscriptions', {})
export const createSubscription = (client: Client, plan: Exclude<PlanId, 'free'>) =>
  client('createSubscription', { body: { plan } })
export const cancelSubscription = (client: Client, id: string) => client('cancelSubscription', { params: { id } })
