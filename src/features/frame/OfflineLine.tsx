import { Trans } from '@lingui/react/macro'
import { Icon } from '../../components/Icon.tsx'
import { useFormat } from '../../i18n/format.ts'
import { matchesAsOfAtom } from '../../session/cachedAuctions.ts'
import { useAtomValue } from '../../store/store.ts'
import styles from './StatusLine.module.css'

/** Offline: the time when the shown data was loaded. */
export function OfflineLine() {
  const asOf = useAtomValue(matchesAsOfAtom)
  const format = useFormat()
  return (
    <p className={styles.line}>
      <Icon name="offline" />
      {asOf === null ? <Trans>Offline</Trans> : <Trans>Offline, as of {format.clock(asOf)}</Trans>}
    </p>
  )
}
