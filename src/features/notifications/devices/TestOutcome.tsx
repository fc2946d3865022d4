import { useLingui } from '@lingui/react/macro'
import type { Device } from '../../../../contract/device.ts'
import { Icon, type IconName } from '../../../components/Icon.tsx'
import { formatDuration } from '../../../i18n/duration.ts'
import { testStatusText } from '../texts.ts'
import styles from './devices.module.css'

type TestOutcomeProps = Pick<Device, 'kind' | 'test'> & {
  name: string
  /** Whether the device may still report it as shown in time. */
  isAwaited: boolean
}

/** The result of a test message to a device: the push service's answer, and whether it was shown. */
export function TestOutcome({ name, kind, test, isAwaited }: TestOutcomeProps) {
  const { t, i18n } = useLingui()
  if (!test?.status) return null
  if (test.shownAt) {
    const time = formatDuration(i18n.locale, Math.max(0, Date.parse(test.shownAt) - Date.parse(test.at)))
    return line('check', t`Shown on ${name} after ${time}`)
  }
  if (test.status !== 'accepted') return line('warning', `${name}: ${i18n._(testStatusText[test.status])} (${test.detail})`)
  if (kind === 'native')
    return line('check', t`${name}: accepted by the push service. The mobile app does not say what it shows: look there.`)
  if (isAwaited) return line('clock', t`${name}: accepted by the push service, waiting for it to be shown.`)
  return (
    <>
      {line('warning', t`${name}: accepted by the push service, but not shown. It may be that:`)}
      <ul className={styles.causes}>
        <li>{t`the device is off or has no network: it will show it when it is back`}</li>
        <li>{t`a focus or do not disturb mode holds notifications back: end it, or allow the browser in it`}</li>
        <li>{t`the system blocks notifications of this browser: allow them in the system's settings`}</li>
      </ul>
    </>
  )
}

const line = (icon: IconName, text: string) => (
  <p className={styles.sign} data-well={icon === 'check' || undefined}>
    <Icon name={icon} /> {text}
  </p>
)
