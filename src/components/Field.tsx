import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

type Common = { label: ReactNode; hint?: ReactNode; error?: ReactNode }

type FieldProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

/** A single-line input with a label, a hint and an announced error. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input {...input} id={id} className={styles.input} {...described(id, hint, error)} />
    </Labelled>
  )
}

type SelectFieldProps = Common & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>

export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className={styles.input} {...described(id, hint, error)}>
        {children}
      </select>
    </Labelled>
  )
}

function described(id: string, hint: ReactNode, error: ReactNode) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
}

function Labelled({ id, label, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

type CheckProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
  variant?: 'box' | 'switch'
}

/** A checkbox, or a switch that takes effect at once. */
export function Check({ label, hint, checked, onChange, disabled, variant = 'box' }: CheckProps) {
  const id = useId()
  return (
    <label className={styles.check} data-variant={variant}>
      <input
        type="checkbox"
        {...(variant === 'switch' ? { role: 'switch' } : {})}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...(hint ? { 'aria-describedby': id } : {})}
      />
      <span>
        {label}
        {hint && (
          <span id={id} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
