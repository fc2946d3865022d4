import type { RecordName, Records } from './records.ts'

/** What stands in for a record that is missing or bad. */
export const DEFAULTS: Records = {
  session: {
    isAuthenticated: false,
    isAnonymous: false,
    token: null,
    currentPlan: null,
    subscriptionStartDate: null,
    noPremium: false,
    // Specification, section 9.
    remainingFilters: 3,
    acceptingReferralCode: null,
    userReferralCode: null,
    accountId: null,
    isWebView: false,
    notificationToken: null,
  },
  user: null,
  cachedFilters: [],
  cachedAuctions: { auctions: [], timestamp: null },
  details: [],
  options: null,
  marketplaces: [],
  outbox: [],
  unsavedFilter: null,
  deviceKey: null,
  pendingPath: null,
  pendingLogOuts: [],
  shownDeliveries: [],
  preferences: {
    theme: 'system',
    locale: 'en',
    localeUntold: false,
    lastVisitAt: null,
    pushEnabled: false,
    deviceRefresh: null,
    pushOfferDismissedAt: null,
  },
}

/** What belongs to the browser and not to the person, or has to be sent for a person who has left: it stays at logout. */
export const KEPT_AT_LOGOUT: readonly RecordName[] = ['preferences', 'deviceKey', 'options', 'marketplaces', 'pendingLogOuts']
