import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { Icon, type IconName } from './Icon.tsx'

type Tone = 'plain' | 'accent' | 'ending' | 'drop' | 'fresh' | 'unsure'

/** A short label. The icon goes with the colour, so that colour is never the only signal. */
export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

type ChipToggleProps = { pressed: boolean; isDisabled?: boolean; onToggle(): void; children: ReactNode }

/** A toggle. */
export function ChipToggle({ pressed, isDisabled, onToggle, children }: ChipToggleProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} disabled={isDisabled} onClick={onToggle}>
      {pressed && <Icon name="check" />}
      {children}
    </button>
  )
}
