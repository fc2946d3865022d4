import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MAX_WEBHOOK_URL_LENGTH } from '../../../contract/notifications.ts'
import { Check, Field } from '../../components/Field.tsx'
import styles from './account.module.css'
import type { ChannelProps } from './channelProps.ts'
import { TestButton } from './TestButton.tsx'
import { WebhookKey } from './WebhookKey.tsx'

/** A program of the user's own that is told each alert. */
export function WebhookChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { webhook } = settings
  const [url, setUrl] = useState(webhook.url)
  const set = (part: Partial<typeof webhook>) => save({ ...settings, webhook: { ...webhook, ...part } })
  return (
    <div className={styles.channel}>
      <Check look="switch" label={<h3>{t`Webhook`}</h3>} isOn={webhook.enabled} onChange={(enabled) => set({ enabled })} />
      <Field
        label={t`Address`}
        inputMode="url"
        autoComplete="off"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        value={url}
        hint={t`An https address of a program of your own. It gets each alert as JSON, signed as Standard Webhooks says.`}
        onChange={(event) => setUrl(event.target.value)}
        onBlur={() => url !== webhook.url && set({ url: url.trim() })}
      />
      {webhook.url !== '' && <WebhookKey />}
      <TestButton channel="webhook" />
    </div>
  )
}
