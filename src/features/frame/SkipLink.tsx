import { useLingui } from '@lingui/react/macro'
import styles from './SkipLink.module.css'

/** The first element in tab order: skips the navigation. */
export function SkipLink() {
  const { t } = useLingui()
  return (
    <a href="#main" className={styles.skip}>
      {t`Skip to content`}
    </a>
  )
}
