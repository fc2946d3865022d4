import { useLingui } from '@lingui/react/macro'
import { EmptyFace } from '../../components/Faces.tsx'

/** Without a network this device's own matches are all there is: none of them is here, and more cannot be asked for. */
export function NothingStored() {
  const { t } = useLingui()
  return (
    <EmptyFace
      icon="offline"
      title={t`Nothing here on this device`}
    >{t`You are offline. New auctions show as soon as you are online again.`}</EmptyFace>
  )
}
