import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ErrorTextCode, errorText } from '../i18n/texts.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './States.module.css'

/** Nothing here yet: what to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <section className={styles.face}>
      <Icon name={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </section>
  )
}

/** Without a network only what this device keeps can be shown, and it keeps nothing of this. */
export function NothingStored() {
  const { t } = useLingui()
  return (
    <EmptyState icon="offline" title={t`Nothing here on this device`}>
      {t`You are offline. It loads as soon as you are online again.`}
    </EmptyState>
  )
}

/** Something failed: what, and how to go on. `children` say what still works. */
export function ErrorState({
  code,
  onRetry,
  children,
  actions,
}: {
  code: ErrorTextCode
  onRetry?(): void
  children?: ReactNode
  actions?: ReactNode
}) {
  const { t, i18n } = useLingui()
  return (
    <section className={styles.face} role="alert">
      <Icon name="warning" />
      <h2>{i18n._(errorText(code))}</h2>
      {children && <p>{children}</p>}
      {(onRetry || actions) && (
        <div className={styles.actions}>
          {onRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
          {actions}
        </div>
      )}
    </section>
  )
}

/** The same as a line, for a part of a page that has several. */
export function ErrorLine({ code, onRetry }: { code: ErrorTextCode; onRetry(): void }) {
  const { t, i18n } = useLingui()
  return (
    <div role="alert">
      <Notice action={<Button onClick={onRetry}>{t`Try again`}</Button>}>{i18n._(errorText(code))}</Notice>
    </div>
  )
}

/** A thin line over what is shown: it may be old, or a part of it failed. */
export function Notice({
  icon = 'warning',
  tone = 'unsure',
  children,
  action,
}: {
  icon?: IconName
  tone?: 'unsure' | 'ending' | 'plain'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={icon} />
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Grey rows of the size of what is coming, so that nothing jumps when it comes. */
export function Skeleton({ rows, height = 'row' }: { rows: number; height?: 'row' | 'card' | 'line' }) {
  const { t } = useLingui()
  return (
    <div className={styles.skeleton} role="status">
      <span className="visuallyHidden">{t`Loading`}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.bone} data-height={height} />
      ))}
    </div>
  )
}
