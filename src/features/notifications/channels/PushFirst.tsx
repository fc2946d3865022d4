import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { NotificationSettings } from '../../../../contract/notifications.ts'
import { Check, Field } from '../../../components/Field.tsx'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'

/** Whether other channels are used only if a push was not shown. */
export function PushFirst({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { pushFirst } = settings
  const [minutes, setMinutes] = useState(String(pushFirst.minutes))
  const saveMinutes = () => {
    const changed = NotificationSettings.shape.pushFirst.safeParse({ ...pushFirst, minutes: Number(minutes) }).data
    setMinutes(String((changed ?? pushFirst).minutes))
    if (changed && changed.minutes !== pushFirst.minutes) save({ ...settings, pushFirst: changed })
  }
  return (
    <div className={styles.channel}>
      <Check
        variant="switch"
        label={<h3>{t`Push first`}</h3>}
        checked={pushFirst.enabled}
        onChange={(enabled) => save({ ...settings, pushFirst: { ...pushFirst, enabled } })}
      />
      <Field
        label={t`Minutes to wait`}
        inputMode="numeric"
        value={minutes}
        hint={t`Messengers and email are used only if none of your devices has shown the push by then: messengers first, then email. With this off, every channel gets each alert at once.`}
        onChange={(event) => setMinutes(event.target.value)}
        onBlur={saveMinutes}
      />
    </div>
  )
}
