import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Check, Field } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import { userAtom } from '../../../session/user.ts'
import { useAtomValue } from '../../../store/store.ts'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { FrequencyField } from './FrequencyField.tsx'
import { TestButton } from './TestButton.tsx'

/** Mails, at once or as a digest. */
export function EmailChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { email } = settings
  const user = useAtomValue(userAtom)
  const [address, setAddress] = useState(email.address)
  const set = (part: Partial<typeof email>) => save({ ...settings, email: { ...email, ...part } })
  return (
    <div className={styles.channel}>
      <Check variant="switch" label={<h3>{t`Email`}</h3>} checked={email.enabled} onChange={(enabled) => set({ enabled })} />
      <div className={layout.fields}>
        <Field
          label={t`Address`}
          type="email"
          autoComplete="email"
          value={address}
          placeholder={user?.email}
          hint={user?.email ? t`Left empty: your account's address.` : undefined}
          onChange={(event) => setAddress(event.target.value)}
          onBlur={() => address !== email.address && set({ address: address.trim() })}
        />
        <FrequencyField channel="email" settings={settings} save={save} />
      </div>
      <EmailConfirmation status={email.enabled ? email.status : undefined} />
      <TestButton channel="email" />
    </div>
  )
}
