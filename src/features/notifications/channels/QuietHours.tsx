import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ClockTime } from '../../../../contract/primitives.ts'
import { Check, Field } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'

/** Quiet hours and the hourly cap. Watching continues meanwhile. */
export function QuietHours({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { quietHours, maxPerHour } = settings
  const [cap, setCap] = useState(maxPerHour === 0 ? '' : String(maxPerHour))
  const set = (part: Partial<typeof quietHours>) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    save({ ...settings, quietHours: { ...quietHours, timeZone, ...part } })
  }
  const setTime = (edge: 'from' | 'to', value: string) => {
    const time = ClockTime.safeParse(value).data
    if (time) set({ [edge]: time })
  }
  const saveCap = () => {
    const count = /^\d{1,3}$/.test(cap.trim()) ? Number(cap) : 0
    setCap(count === 0 ? '' : String(count))
    if (count !== maxPerHour) save({ ...settings, maxPerHour: count })
  }
  return (
    <div className={styles.channel}>
      <Check
        variant="switch"
        label={<h3>{t`Quiet hours`}</h3>}
        checked={quietHours.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <div className={layout.fields}>
        <Field label={t`From`} type="time" value={quietHours.from} onChange={(event) => setTime('from', event.target.value)} />
        <Field label={t`To`} type="time" value={quietHours.to} onChange={(event) => setTime('to', event.target.value)} />
      </div>
      <p className={layout.muted}>
        {t`Time zone: ${quietHours.timeZone}. Watching goes on; what it finds comes together when the quiet hours end. Reminders wait as well: an auction that is over by then is only counted.`}
      </p>
      <Field
        label={t`Alerts an hour at most`}
        inputMode="numeric"
        value={cap}
        hint={t`For each device, address and webhook. What is more comes together once there is room. Left empty: no limit.`}
        onChange={(event) => setCap(event.target.value)}
        onBlur={saveCap}
      />
    </div>
  )
}
