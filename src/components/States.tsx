import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ErrorTextCode, errorText } from '../i18n/texts.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './States.module.css'

/** Nothing here yet, and what to do about it. */
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
    <section className={styles.state}>
      <Icon name={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </section>
  )
}

/** Offline, and this device has no stored data for the page. */
export function NothingStored() {
  const { t } = useLingui()
  return (
    <EmptyState icon="offline" title={t`Nothing here on this device`}>
      {t`You are offline. It loads as soon as you are online again.`}
    </EmptyState>
  )
}

/** An error: what failed and what to do next. `children` say what still works. */
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
    <section className={styles.state} role="alert">
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

/** The same as one line, for one of several parts of a page. */
export function ErrorLine({ code, onRetry }: { code: ErrorTextCode; onRetry(): void }) {
  const { t, i18n } = useLingui()
  return (
    <div role="alert">
      <Notice action={<Button onClick={onRetry}>{t`Try again`}</Button>}>{i18n._(errorText(code))}</Notice>
    </div>
  )
}

/** A thin line above content that may be outdated or incomplete. */
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

/** Grey placeholder rows of the size of the content, so that nothing moves when it loads. */
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
