import { createResource } from '../../data/resource.ts'
import { listPlans } from './api.ts'

export const plans = createResource(listPlans, { isSameForAll: true })
