import { useLingui } from '@lingui/react/macro'
import layout from '../../components/layout.module.css'
import { FeedLinks } from '../feeds/index.ts'

/** Feeds of all matches for other programs. A filter's own feeds are on its card. */
export function Feeds() {
  const { t } = useLingui()
  return (
    <section className={layout.section}>
      <h2>{t`Feeds and calendar`}</h2>
      <FeedLinks />
    </section>
  )
}
