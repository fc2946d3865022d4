import { listPlans } from '../api/payment.ts'
import { createResource } from './resource.ts'

export const plans = createResource(listPlans, { isSameForAll: true })
