import { Plural, useLingui } from '@lingui/react/macro'
import type { Channel } from '../../../../contract/notifications.ts'
import { Icon } from '../../../components/Icon.tsx'
import { useResource } from '../../../data/useResource.ts'
import { useFormat } from '../../../i18n/format.ts'
import { failureText } from '../texts.ts'
import styles from './alerts.module.css'
import { alertReport } from './alerts.ts'

/** The result of a channel's last alert, and how many alerts cannot be sent now. Renders nothing while unknown. */
export function ChannelResult({ channel }: { channel: Channel }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { value } = useResource(alertReport)
  if (!value) return null
  const found = value.channels.find((one) => one.channel === channel)
  if (!found) return <span className={styles.result}>{t`No alert yet`}</span>
  const { lastAcceptedAt, lastFailure, waiting, isPaused } = found
  return (
    <span className={styles.result}>
      {isPaused && (
        <span className={styles.trouble}>
          <Icon name="warning" /> {t`Its service is not working. Nothing is given up: the alerts wait.`}
        </span>
      )}
      {lastFailure && !isPaused && (
        <span className={styles.trouble}>
          <Icon name="warning" /> {format.moment(lastFailure.at)}: {i18n._(failureText[lastFailure.status])} {lastFailure.detail}
        </span>
      )}
      {waiting > 0 && <Plural value={waiting} one="# alert waits" other="# alerts wait" />}
      {lastAcceptedAt ? <span>{t`Last alert ${format.moment(lastAcceptedAt)}`}</span> : <span>{t`None has arrived yet`}</span>}
    </span>
  )
}
