import { useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '../../../../contract/notifications.ts'
import layout from '../../../components/layout.module.css'
import { ErrorLine, Notice, Skeleton } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { notificationSettings, saveSettingsAtom, settingsFailureAtom } from '../settings.ts'
import { DiscordChannel } from './DiscordChannel.tsx'
import { EmailChannel } from './EmailChannel.tsx'
import { PushChannel } from './PushChannel.tsx'
import { PushFirst } from './PushFirst.tsx'
import { QuietHours } from './QuietHours.tsx'
import { WebhookChannel } from './WebhookChannel.tsx'

/** Notification channels. Every change is saved at once. */
export function Channels() {
  const { t, i18n } = useLingui()
  const { value, status, code, retry } = useResource(notificationSettings)
  const failure = useAtomValue(settingsFailureAtom)
  const saveSettings = useSetAtom(saveSettingsAtom)
  const save = (settings: NotificationSettings) => void saveSettings(settings)
  return (
    <section className={layout.section}>
      <h2>{t`Notifications`}</h2>
      {!value && status === 'failed' && <ErrorLine code={code ?? 'internal'} onRetry={retry} />}
      {!value && status !== 'failed' && <Skeleton rows={3} height="card" />}
      {failure && <Notice tone="ending">{i18n._(errorText(failure))}</Notice>}
      {value && (
        <>
          <PushChannel settings={value} save={save} />
          <EmailChannel settings={value} save={save} />
          <DiscordChannel settings={value} save={save} />
          <WebhookChannel settings={value} save={save} />
          <PushFirst settings={value} save={save} />
          <QuietHours settings={value} save={save} />
        </>
      )}
    </section>
  )
}
