import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MASK } from '../../../../contract/vocabulary/limits.ts'
import { Check, Field } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import { useAtomValue } from '../../../store/store.ts'
import { settingsFailureAtom } from '../settings.ts'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { FrequencyField } from './FrequencyField.tsx'
import { TestButton } from './TestButton.tsx'

/** How many characters of a secret's end the server shows. */
const SHOWN_TAIL = 4

type Secret = 'address' | 'token'

/** Notifications of a topic of ntfy, at ntfy.sh or at a server of the user's own. */
export function NtfyChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { ntfy } = settings
  const [typed, setTyped] = useState<Partial<Record<Secret, string>>>({})
  const [tried, setTried] = useState<{ field: Secret; value: string }>()
  const failure = useAtomValue(settingsFailureAtom)
  const set = (part: Partial<typeof ntfy>) => save({ ...settings, ntfy: { ...ntfy, ...part } })
  const enter = (field: Secret, change: (value: string) => Partial<typeof ntfy>) => {
    const value = typed[field]?.trim()
    if (value === undefined || value === ntfy[field]) return
    setTried({ field, value })
    // The server drops a token that was entered for another server: what is stored shows.
    if (field === 'address') setTyped({ address: value })
    set(change(value))
  }
  // The server masks all but the end of what is saved.
  const isSaved = (field: Secret, value: string) => ntfy[field].includes(MASK) && ntfy[field].endsWith(value.slice(-SHOWN_TAIL))
  const isRefused = (field: Secret) =>
    failure === 'values_invalid' && tried?.field === field && tried.value !== '' && !isSaved(field, tried.value)
  return (
    <div className={styles.channel}>
      <Check
        variant="switch"
        label={<h3>{t`ntfy`}</h3>}
        checked={ntfy.enabled}
        disabled={ntfy.address === ''}
        onChange={(enabled) => set({ enabled })}
      />
      <Field
        label={t`Topic's address`}
        inputMode="url"
        autoComplete="off"
        value={typed.address ?? ntfy.address}
        hint={t`For example https://ntfy.sh/lots-x7Kd2p, or a topic at your own ntfy server. At ntfy.sh, whoever knows a topic can read it: choose a name that nobody guesses.`}
        error={
          isRefused('address') &&
          t`This is not a topic's address. It has to begin with https:// and to end with the topic's name.`
        }
        onChange={(event) => setTyped({ ...typed, address: event.target.value })}
        onBlur={() => enter('address', (address) => (address === '' ? { enabled: false, address } : { address }))}
      />
      <div className={layout.fields}>
        <Field
          label={t`Access token`}
          type="password"
          autoComplete="off"
          disabled={ntfy.address === ''}
          value={typed.token ?? ntfy.token}
          hint={t`Only for topics that ask for one.`}
          error={isRefused('token') && t`This is not an access token of ntfy. It begins with tk_.`}
          onChange={(event) => setTyped({ ...typed, token: event.target.value })}
          onBlur={() => enter('token', (token) => ({ token }))}
        />
        <FrequencyField channel="ntfy" settings={settings} save={save} />
      </div>
      <TestButton channel="ntfy" />
    </div>
  )
}
