import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { NotificationSettings } from '../../../../contract/notifications.ts'
import type { Channel } from '../../../../contract/vocabulary/kinds.ts'
import layout from '../../../components/layout.module.css'
import { Notice } from '../../../components/States.tsx'
import { Loaded } from '../../../data/Loaded.tsx'
import { useResource } from '../../../data/useResource.ts'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { notificationSettings, offeredChannels, saveSettingsAtom, settingsFailureAtom } from '../settings.ts'
import type { ChannelProps } from './channelProps.ts'
import { DiscordChannel } from './DiscordChannel.tsx'
import { EmailChannel } from './EmailChannel.tsx'
import { NtfyChannel } from './NtfyChannel.tsx'
import { PushChannel } from './PushChannel.tsx'
import { PushFirst } from './PushFirst.tsx'
import { QuietHours } from './QuietHours.tsx'
import { TelegramChannel } from './TelegramChannel.tsx'
import { WebhookChannel } from './WebhookChannel.tsx'

const SETTINGS: Readonly<Record<Channel, ComponentType<ChannelProps>>> = {
  webPush: PushChannel,
  email: EmailChannel,
  discord: DiscordChannel,
  telegram: TelegramChannel,
  ntfy: NtfyChannel,
  webhook: WebhookChannel,
}

/** Notification channels. Every change is saved at once. */
export function Channels() {
  const { t, i18n } = useLingui()
  const settings = useResource(notificationSettings)
  const failure = useAtomValue(settingsFailureAtom)
  const saveSettings = useSetAtom(saveSettingsAtom)
  const save = (changed: NotificationSettings) => void saveSettings(changed)
  return (
    <section className={layout.section}>
      <h2>{t`Notifications`}</h2>
      {failure && <Notice tone="ending">{i18n._(errorText(failure))}</Notice>}
      <Loaded of={settings} rows={3} height="card">
        {(value) => (
          <>
            {offeredChannels(value).map((channel) => {
              const Settings = SETTINGS[channel]
              return <Settings key={channel} settings={value} save={save} />
            })}
            <PushFirst settings={value} save={save} />
            <QuietHours settings={value} save={save} />
          </>
        )}
      </Loaded>
    </section>
  )
}
