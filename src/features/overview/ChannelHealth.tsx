import { useLingui } from '@lingui/react/macro'
import type { Channel } from '../../../contract/vocabulary/kinds.ts'
import { Link } from '../../components/Link.tsx'
import { useResource } from '../../data/useResource.ts'
import { ChannelResult, channelText, notificationSettings, offeredChannels } from '../notifications/index.ts'
import styles from './OverviewScreen.module.css'

/** The enabled channels and their health. */
export function ChannelHealth() {
  const { t, i18n } = useLingui()
  const { value } = useResource(notificationSettings)
  if (!value) return null
  const { status: address = 'ready' } = value.email
  const addressText = {
    ready: t`on`,
    missing: t`no address yet`,
    unconfirmed: t`address to be confirmed`,
    bounced: t`address to be confirmed`,
  }
  const stateOf = (channel: Channel) => (!value[channel].enabled ? t`off` : channel === 'email' ? addressText[address] : t`on`)
  return (
    <section className={styles.section}>
      <h2>{t`Channels`}</h2>
      <ul className={styles.channels}>
        {offeredChannels(value).map((channel) => (
          <li key={channel}>
            <span>{i18n._(channelText[channel])}</span>
            <span>{stateOf(channel)}</span>
            {value[channel].enabled && <ChannelResult channel={channel} />}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/account">{t`Set up channels`}</Link>
      </p>
    </section>
  )
}
