import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MASK, MAX_WEBHOOK_URL_LENGTH } from '../../../../contract/vocabulary/limits.ts'
import { Check, Field } from '../../../components/Field.tsx'
import { useAtomValue } from '../../../store/store.ts'
import { settingsFailureAtom } from '../settings.ts'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { TestButton } from './TestButton.tsx'
import { WebhookKey } from './WebhookKey.tsx'

/** How many characters of the URL's end the server shows. */
const SHOWN_TAIL = 4

/** Alerts to the user's own program. */
export function WebhookChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { webhook } = settings
  const [url, setUrl] = useState(webhook.url)
  const failure = useAtomValue(settingsFailureAtom)
  const [tried, setTried] = useState('')
  // The server masks all but the end of a saved URL.
  const isSaved = webhook.url.includes(MASK)
  const isRefused =
    failure === 'values_invalid' && url !== '' && url === tried && !(isSaved && webhook.url.endsWith(url.slice(-SHOWN_TAIL)))
  const set = (part: Partial<typeof webhook>) => save({ ...settings, webhook: { ...webhook, ...part } })
  return (
    <div className={styles.channel}>
      <Check
        variant="switch"
        label={<h3>{t`Webhook`}</h3>}
        checked={webhook.enabled}
        disabled={webhook.url === ''}
        onChange={(enabled) => set({ enabled })}
      />
      <Field
        label={t`Address`}
        inputMode="url"
        autoComplete="off"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        value={url}
        hint={t`An https address of a program of your own. It gets each alert at once, in quiet hours too, as JSON signed by Standard Webhooks.`}
        onChange={(event) => setUrl(event.target.value)}
        error={isRefused && t`This address cannot be called. It has to begin with https:// and to be on the internet.`}
        onBlur={() => {
          if (url === webhook.url) return
          setTried(url)
          set(url === '' ? { enabled: false, url } : { url: url.trim() })
        }}
      />
      {isSaved && <WebhookKey />}
      <TestButton channel="webhook" />
    </div>
  )
}
