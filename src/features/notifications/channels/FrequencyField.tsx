import { useLingui } from '@lingui/react/macro'
import { type Channel, FREQUENCIES, type Frequency } from '../../../../contract/vocabulary/kinds.ts'
import { oneOf } from '../../../../contract/vocabulary/oneOf.ts'
import { SelectField } from '../../../components/Field.tsx'
import type { ChannelProps } from './channelProps.ts'

/** Whether a channel sends each alert at once or a digest, and when the digest is sent. */
export function FrequencyField({ channel, settings, save }: ChannelProps & { channel: Exclude<Channel, 'webhook'> }) {
  const { t } = useLingui()
  const { timeZone } = settings.quietHours
  const names: Record<Frequency, string> = {
    instant: t`at once`,
    hourly: t`every hour`,
    daily: t`every day`,
    weekly: t`every week`,
  }
  const hints: Record<Frequency, string | undefined> = {
    instant: undefined,
    hourly: t`On the hour. Reminders of ends come at once.`,
    daily: t`At 8:00, ${timeZone}. Reminders of ends come at once.`,
    weekly: t`Mondays at 8:00, ${timeZone}. Reminders of ends come at once.`,
  }
  const { frequency } = settings[channel]
  const change = (chosen: Frequency) =>
    save({
      ...settings,
      // Digests are sent by the user's local time.
      quietHours: { ...settings.quietHours, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      [channel]: { ...settings[channel], frequency: chosen },
    })
  return (
    <SelectField
      label={t`How often`}
      value={frequency}
      hint={hints[frequency]}
      onChange={(event) => change(oneOf(FREQUENCIES, event.target.value) ?? 'instant')}
    >
      {FREQUENCIES.map((option) => (
        <option key={option} value={option}>
          {names[option]}
        </option>
      ))}
    </SelectField>
  )
}
