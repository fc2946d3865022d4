import { listSessions } from '../api/auth.ts'
import { readFilterOptions } from '../api/filters.ts'
import { listMarketplaces, readConfig } from '../api/marketplaces.ts'
import { listDevices, readNotificationSettings } from '../api/notifications.ts'
import { listPlans } from '../api/payment.ts'
import { createResource } from './resource.ts'

export const filterOptions = createResource(readFilterOptions)
export const marketplaces = createResource(listMarketplaces)
export const plans = createResource(listPlans)
export const notificationSettings = createResource(readNotificationSettings)
export const devices = createResource(listDevices)
export const sessions = createResource(listSessions)
export const config = createResource(readConfig)
