import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.ts'
import { Button } from '../../../components/Button.tsx'
import styles from './SnoozeMenu.module.css'

/** Snooze durations in a native popover, which closes on Escape and on a click outside. */
export function SnoozeMenu({ onSnooze }: { onSnooze(until: string): void }) {
  const { t } = useLingui()
  const id = useId()
  const spans = [
    [t`For 4 hours`, 4 * HOUR_MS],
    [t`For a day`, DAY_MS],
    [t`For a week`, 7 * DAY_MS],
    [t`For 30 days`, 30 * DAY_MS],
  ] as const
  return (
    <div className={styles.snooze}>
      <Button variant="quiet" icon="clock" popoverTarget={id}>
        {t`Snooze`}
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        <p>{t`Snooze this filter`}</p>
        {spans.map(([label, ms]) => (
          <Button
            key={label}
            variant="quiet"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onSnooze(new Date(Date.now() + ms).toISOString())}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
