import { useLingui } from '@lingui/react/macro'
import { FeedLinks } from '../feeds/FeedLinks.tsx'
import styles from './account.module.css'

/** Feeds of all matches for other programs. A filter's own feeds are on its card. */
export function Feeds() {
  const { t } = useLingui()
  return (
    <section className={styles.section}>
      <h2>{t`Feeds and calendar`}</h2>
      <FeedLinks />
    </section>
  )
}
