import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../components/States.tsx'

/** Without a network this device's own matches are all there is: none of them is here, and more cannot be asked for. */
export function NothingStored() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="offline"
      title={t`Nothing here on this device`}
    >{t`You are offline. New auctions show as soon as you are online again.`}</EmptyState>
  )
}
