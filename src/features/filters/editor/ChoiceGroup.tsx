import { useLingui } from '@lingui/react/macro'
import { ChipToggle } from '../../../components/Chip.tsx'
import styles from './fields.module.css'

type ChoiceGroupProps<T extends string> = {
  legend: string
  options: readonly (readonly [T, string])[]
  chosen: readonly T[]
  onChoose(chosen: T[]): void
}

/** A multiple choice; none chosen means any. */
export function ChoiceGroup<T extends string>({ legend, options, chosen, onChoose }: ChoiceGroupProps<T>) {
  const { t } = useLingui()
  const toggle = (id: T) => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className={styles.group}>
      <legend>
        {legend} {chosen.length === 0 && <span className={styles.any}>{t`any`}</span>}
      </legend>
      <div className={styles.chips}>
        {options.map(([id, label]) => (
          <ChipToggle key={id} pressed={chosen.includes(id)} onToggle={() => toggle(id)}>
            {label}
          </ChipToggle>
        ))}
      </div>
    </fieldset>
  )
}
