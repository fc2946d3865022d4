import { useLingui } from '@lingui/react/macro'
import { useLoaderData } from '@tanstack/react-router'
import type { HealthState } from '../../../contract/marketplace.ts'
import { ButtonLink, ExternalLink } from '../../components/Button.tsx'
import { Badge } from '../../components/Chip.tsx'
import { Heading } from '../../components/Heading.tsx'
import { criterionText } from '../../i18n/criteria.ts'
import { useFormat } from '../../i18n/format.ts'
import { useExamples } from '../../i18n/useExamples.ts'
import { useIsOnline } from '../../install/online.ts'
import styles from './MarketplaceScreen.module.css'

/** One marketplace: what is watched there, its supported criteria, its health, and example filters. */
export function MarketplaceScreen() {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const examples = useExamples()
  // The marketplace's health shows only while it is current.
  const isOnline = useIsOnline()
  const { id, name, demo, country, currency, homePage, ownSection, criteria, health } = useLoaderData({
    from: '/{-$locale}/_public/marketplaces/$id',
  })
  const states: Record<HealthState, string> = {
    starting: t`not read yet`,
    ok: t`read on time`,
    delayed: t`delayed`,
    failing: t`cannot be read at the moment`,
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Heading>{name}</Heading>
        {demo && (
          <p>
            <Badge>{t`Demo`}</Badge> {t`A simulated auction house: nothing here can be bought.`}
          </p>
        )}
        <p>{[country && format.country(country), currency, isOnline && states[health.state]].filter(Boolean).join(' · ')}</p>
        {isOnline && health.lastSuccessAt && (
          <p className={styles.muted}>{t`Last read ${format.moment(health.lastSuccessAt)}`}</p>
        )}
      </header>
      {homePage && /^https:/.test(homePage) && (
        <p>
          <ExternalLink href={homePage}>{t`To the marketplace's own site`}</ExternalLink>
        </p>
      )}
      <section className={styles.section}>
        <h2>{t`Your filters can use here`}</h2>
        <ul className={styles.criteria}>
          {criteria.map((criterion) => (
            <li key={criterion}>
              <Badge icon="check">{i18n._(criterionText[criterion])}</Badge>
            </li>
          ))}
        </ul>
        {ownSection && <p className={styles.muted}>{t`Its terms ask for a section of its own in your inbox.`}</p>}
      </section>
      <section className={styles.section}>
        <h2>{t`Filters to start from`}</h2>
        <p className={styles.examples}>
          {examples.map((example) => (
            <ButtonLink
              key={example.name}
              to="/filters/create"
              search={{ keywords: example.keywords, marketplace: id }}
              icon="search"
            >
              {example.name}
            </ButtonLink>
          ))}
        </p>
      </section>
    </div>
  )
}
