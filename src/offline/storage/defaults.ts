import type { RecordName, Records } from './records.ts'

/** The values of records that are missing or invalid. */
export const DEFAULTS: Records = {
  session: {
    isAuthenticated: false,
    isAnonymous: false,
    token: null,
    currentPlan: null,
    subscriptionStartDate: null,
    noPremium: false,
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
  preferences: {
    theme: 'system',
    shortcuts: true,
    locale: 'en',
    localeUnsaved: false,
    lastVisitAt: null,
    pushEnabled: false,
    deviceRefresh: null,
    pushOfferDismissedAt: null,
  },
}

/** Records that survive a log-out: the browser's own, and those to be sent after the user has left. */
export const KEPT_AT_LOGOUT: readonly RecordName[] = ['preferences', 'deviceKey', 'options', 'marketplaces', 'pendingLogOuts']
