import { useEffect, useState } from 'react'
import { changePreferencesAtom, preferencesAtom } from '../../preferences/preferences.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'

/** When the overview was last viewed before this visit, epoch milliseconds; null the first time. */
export function useLastVisit(): number | null {
  const { lastVisitAt } = useAtomValue(preferencesAtom)
  const change = useSetAtom(changePreferencesAtom)
  // The stored time moves to now, but this visit keeps showing the time of the previous one.
  const [before] = useState(lastVisitAt)
  useEffect(() => change({ lastVisitAt: Date.now() }), [change])
  return before
}
