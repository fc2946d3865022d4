import { changePreferencesAtom, preferencesAtom } from '../../../preferences/preferences.ts'
import { servicesAtom } from '../../../services/services.ts'
import { sessionAtom } from '../../../session/session.ts'
import { atom } from '../../../store/store.ts'

/** Whether a filter was saved since the app was opened: from then on there may be alerts. */
export const filterSavedAtom = atom(false)

/** Whether to offer push in this browser: it is off and was not declined. The mobile app has its own offer. */
export const isPushOfferedAtom = atom((get) => {
  const { pushEnabled, pushOfferDismissedAt } = get(preferencesAtom)
  return !pushEnabled && pushOfferDismissedAt === null && !get(sessionAtom).isWebView
})

export const dismissPushOfferAtom = atom(null, (get, set) => {
  set(changePreferencesAtom, { pushOfferDismissedAt: get(servicesAtom).now() })
})
