import { Trans } from '@lingui/react/macro'
import { useFormat } from '../../components/format.ts'
import { Notice } from '../../components/States.tsx'
import { BROAD_ALERTS_A_DAY } from '../../limits.ts'
import type { Preview } from '../../state/filterForm/preview.ts'

const DAYS_PER_WEEK = 7

/** How many alerts a day a filter will bring that lets very much through; nothing hinders to save it. */
export function BroadNotice({ preview: { expectedPerWeek, matchCount, evaluated } }: { preview: Preview }) {
  const format = useFormat()
  const daily = Math.round(expectedPerWeek / DAYS_PER_WEEK)
  if (daily < BROAD_ALERTS_A_DAY) return null
  const alerts = format.number(daily)
  return (
    <Notice>
      {matchCount === evaluated ? (
        <Trans>This lets everything through: about {alerts} alerts a day. You can save it all the same.</Trans>
      ) : (
        <Trans>This lets very much through: about {alerts} alerts a day. You can save it all the same.</Trans>
      )}
    </Notice>
  )
}
