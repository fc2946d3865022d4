import { useLingui } from '@lingui/react/macro'
import { FeedLinks } from '../feeds/FeedLinks.tsx'
import styles from './account.module.css'

/** All matches for other programs; those of one filter are on its card. */
export function Feeds() {
  const { t } = useLingui()
  return (
    <section className={styles.section}>
      <h2>{t`Feeds and calendar`}</h2>
      <FeedLinks />
    </section>
  )
}
