import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { type AppPath, Link, type LinkProps } from './Link.tsx'

type Look = 'main' | 'plain' | 'quiet' | 'danger'
type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  icon?: IconName
  /** The on state of a toggle: its icon is filled. */
  isOn?: boolean
  /** Work in progress: disabled, and announced as busy. */
  isBusy?: boolean
  /** Shows only the icon; the children are its accessible name and tooltip. */
  iconOnly?: boolean
}

export function Button({ look = 'plain', icon, isOn, isBusy, iconOnly, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-look={look}
      data-icon-only={iconOnly || undefined}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
    >
      {icon && <Icon name={icon} filled={isOn ?? false} />}
      <span className={iconOnly ? 'visuallyHidden' : undefined}>{children}</span>
    </button>
  )
}

type ButtonLinkProps<P extends AppPath> = LinkProps<P> & { look?: Look; icon?: IconName }

/** A link styled as a button. */
export function ButtonLink<const P extends AppPath>({ look = 'plain', icon, children, ...link }: ButtonLinkProps<P>) {
  const styled = { ...link, className: styles.button, 'data-look': look } as unknown as LinkProps<P>
  return (
    <Link<P> {...styled}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

/** A link to another site: marked as external, sends no referrer. */
export function ExternalLink({ href, look, children }: { href: string; look?: Look; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      {...(look ? { className: styles.button, 'data-look': look } : {})}
    >
      {look && <Icon name="external" />}
      <span>{children}</span>
    </a>
  )
}
