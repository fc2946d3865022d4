import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EmailFrequency } from '../../../contract/notifications.ts'
import { Check, Field, SelectField } from '../../components/Field.tsx'
import { useValue } from '../../state/store.ts'
import { userAtom } from '../../state/user.ts'
import styles from './account.module.css'
import type { ChannelProps } from './channelProps.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { TestButton } from './TestButton.tsx'

/** Mails, at once or gathered. */
export function EmailChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { email } = settings
  const user = useValue(userAtom)
  const [address, setAddress] = useState(email.address)
  const set = (part: Partial<typeof email>) => save({ ...settings, email: { ...email, ...part } })
  const frequencies = { instant: t`at once`, hourly: t`every hour`, daily: t`every day`, weekly: t`every week` }
  return (
    <div className={styles.channel}>
      <Check look="switch" label={<h3>{t`Email`}</h3>} isOn={email.enabled} onChange={(enabled) => set({ enabled })} />
      <div className={styles.row}>
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
        <SelectField
          label={t`How often`}
          value={email.frequency}
          onChange={(event) => set({ frequency: EmailFrequency.parse(event.target.value) })}
        >
          {EmailFrequency.options.map((frequency) => (
            <option key={frequency} value={frequency}>
              {frequencies[frequency]}
            </option>
          ))}
        </SelectField>
      </div>
      <EmailConfirmation status={email.enabled ? email.status : undefined} />
      <TestButton channel="email" />
    </div>
  )
}
