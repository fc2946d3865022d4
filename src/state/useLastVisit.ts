import { useEffect, useState } from 'react'
import { changePreferencesAtom, preferencesAtom } from './preferences.ts'
import { useAtomValue, useSetAtom } from './store.ts'

/** When the overview was last looked at before this visit, epoch milliseconds; null the first time. */
export function useLastVisit(): number | null {
  const { lastVisitAt } = useAtomValue(preferencesAtom)
  const change = useSetAtom(changePreferencesAtom)
  // This visit begins now, but it is measured from the one before for as long as it lasts.
  const [before] = useState(lastVisitAt)
  useEffect(() => change({ lastVisitAt: Date.now() }), [change])
  return before
}
