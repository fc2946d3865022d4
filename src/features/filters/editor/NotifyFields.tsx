import { useLingui } from '@lingui/react/macro'
import { ALERT_KINDS, type Channel } from '../../../../contract/vocabulary/kinds.ts'
import { Check, SelectField } from '../../../components/Field.tsx'
import { useResource } from '../../../data/useResource.ts'
import { useDuration } from '../../../i18n/useDuration.ts'
import { channelText, eventText, notificationSettings, offeredChannels } from '../../notifications/index.ts'
import type { FilterForm } from '../form/form.ts'
import styles from './fields.module.css'
import type { FieldsProps } from './fieldsProps.ts'

const STEPS_MINUTES = [10, 60, 180, 1440]

/** The channels and events that this filter alerts on. Channels not set here follow the account's settings. */
export function NotifyFields({ form, change }: Omit<FieldsProps, 'faults'>) {
  const { t, i18n } = useLingui()
  const duration = useDuration()
  const { value: settings } = useResource(notificationSettings)
  const { notify } = form
  const set = (part: Partial<FilterForm['notify']>) => change({ notify: { ...notify, ...part } })
  const setChannel = (channel: Channel, value: string) => {
    const { [channel]: _before, ...others } = notify.channels
    set({ channels: value === 'account' ? others : { ...others, [channel]: value === 'on' } })
  }
  const toggleStep = (minutes: number) => {
    const { endingSoonMinutes: steps } = notify
    set({
      endingSoonMinutes: steps.includes(minutes)
        ? steps.filter((step) => step !== minutes)
        : [...steps, minutes].sort((a, b) => b - a),
    })
  }
  return (
    <details className={styles.more}>
      <summary>{t`Notifications`}</summary>
      <div>
        <div className={styles.row}>
          {offeredChannels(settings).map((channel) => {
            const chosen = notify.channels[channel]
            return (
              <SelectField
                key={channel}
                label={i18n._(channelText[channel])}
                value={chosen === undefined ? 'account' : chosen ? 'on' : 'off'}
                onChange={(event) => setChannel(channel, event.target.value)}
              >
                <option value="account">{t`as in the account`}</option>
                <option value="on">{t`on`}</option>
                <option value="off">{t`off`}</option>
              </SelectField>
            )
          })}
        </div>
        <fieldset className={styles.group}>
          <legend>{t`Tell me about`}</legend>
          {ALERT_KINDS.map((event) => (
            <Check
              key={event}
              label={i18n._(eventText[event])}
              checked={notify.events[event]}
              onChange={(isOn) => set({ events: { ...notify.events, [event]: isOn } })}
            />
          ))}
        </fieldset>
        {notify.events.endingSoon && (
          <fieldset className={styles.group}>
            <legend>{t`Remind me before the end`}</legend>
            {[...new Set([...STEPS_MINUTES, ...notify.endingSoonMinutes])]
              .sort((a, b) => a - b)
              .map((minutes) => (
                <Check
                  key={minutes}
                  label={duration(minutes)}
                  checked={notify.endingSoonMinutes.includes(minutes)}
                  onChange={() => toggleStep(minutes)}
                />
              ))}
          </fieldset>
        )}
      </div>
    </details>
  )
}
