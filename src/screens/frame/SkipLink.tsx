import { useLingui } from '@lingui/react/macro'
import styles from './SkipLink.module.css'

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  const { t } = useLingui()
  return (
    <a href="#main" className={styles.skip}>
      {t`Skip to content`}
    </a>
  )
}
