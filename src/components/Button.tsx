import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { type AppPath, Link, type LinkProps } from './Link.tsx'

type Variant = 'main' | 'plain' | 'quiet' | 'danger'
type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  icon?: IconName
  /** The on state of a toggle: its icon is filled. */
  pressed?: boolean
  /** Work in progress: disabled, and announced as busy. */
  isBusy?: boolean
  /** Shows only the icon; the children are its accessible name and tooltip. */
  iconOnly?: boolean
}

export function Button({
  variant = 'plain',
  icon,
  pressed,
  isBusy,
  iconOnly,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-variant={variant}
      data-icon-only={iconOnly || undefined}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {icon && <Icon name={icon} filled={pressed ?? false} />}
      <span className={iconOnly ? 'visuallyHidden' : undefined}>{children}</span>
    </button>
  )
}

type ButtonLinkProps<P extends AppPath> = LinkProps<P> & { variant?: Variant; icon?: IconName }

/** A link styled as a button. */
export function ButtonLink<const P extends AppPath>({ variant = 'plain', icon, children, ...link }: ButtonLinkProps<P>) {
  const styled = { ...link, className: styles.button, 'data-variant': variant } as unknown as LinkProps<P>
  return (
    <Link<P> {...styled}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

/** A link to another site: marked as external, sends no referrer. */
export function ExternalLink({ href, variant, children }: { href: string; variant?: Variant; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      {...(variant ? { className: styles.button, 'data-variant': variant } : {})}
    >
      {variant && <Icon name="external" />}
      <span>{children}</span>
    </a>
  )
}
