import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DISCORD_FORMATS } from '../../../../contract/vocabulary/kinds.ts'
import { oneOf } from '../../../../contract/vocabulary/oneOf.ts'
import { Check, Field, SelectField } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { FrequencyField } from './FrequencyField.tsx'
import { TestButton } from './TestButton.tsx'

/** Messages in the user's Discord channel. */
export function DiscordChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { discord } = settings
  const [webhookUrl, setWebhookUrl] = useState(discord.webhookUrl)
  const [channelName, setChannelName] = useState(discord.channelName)
  const set = (part: Partial<typeof discord>) => save({ ...settings, discord: { ...discord, ...part } })
  return (
    <div className={styles.channel}>
      <Check variant="switch" label={<h3>{t`Discord`}</h3>} checked={discord.enabled} onChange={(enabled) => set({ enabled })} />
      <Field
        label={t`Webhook address`}
        inputMode="url"
        autoComplete="off"
        value={webhookUrl}
        hint={t`In Discord: channel settings, Integrations, Webhooks, Copy webhook URL.`}
        onChange={(event) => setWebhookUrl(event.target.value)}
        onBlur={() => webhookUrl !== discord.webhookUrl && set({ webhookUrl: webhookUrl.trim() })}
      />
      <div className={layout.fields}>
        <Field
          label={t`Channel's name`}
          value={channelName}
          onChange={(event) => setChannelName(event.target.value)}
          onBlur={() => channelName !== discord.channelName && set({ channelName: channelName.trim() })}
        />
        <SelectField
          label={t`Messages`}
          value={discord.format}
          onChange={(event) => set({ format: oneOf(DISCORD_FORMATS, event.target.value) ?? 'detailed' })}
        >
          <option value="detailed">{t`detailed`}</option>
          <option value="compact">{t`compact`}</option>
        </SelectField>
        <FrequencyField channel="discord" settings={settings} save={save} />
      </div>
      <TestButton channel="discord" />
    </div>
  )
}
