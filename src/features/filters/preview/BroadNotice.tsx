import { Plural, Trans } from '@lingui/react/macro'
import { Notice } from '../../../components/States.tsx'
import { BROAD_ALERTS_A_WEEK } from '../../../limits.ts'
import { useAtomValue } from '../../../store/store.ts'
import { expectedPerWeekAtom, type Preview } from './preview.ts'

/** Warns that a filter is very broad. It can be saved all the same. */
export function BroadNotice({ preview: { expectedPerWeek, matchCount, evaluated } }: { preview: Preview }) {
  const weekly = useAtomValue(expectedPerWeekAtom)
  // On the first day, compares the count so far: too little to extrapolate, but already enough to be broad.
  if (expectedPerWeek < BROAD_ALERTS_A_WEEK) return null
  return (
    <Notice>
      {matchCount === evaluated ? <Trans>This lets everything through.</Trans> : <Trans>This lets a great deal through.</Trans>}{' '}
      {weekly !== undefined && (
        <>
          <Plural value={weekly} one="Expect about # alert a week." other="Expect about # alerts a week." />{' '}
        </>
      )}
      <Trans>You can save it all the same.</Trans>
    </Notice>
  )
}
