import { useLingui } from '@lingui/react/macro'
import type { Match } from '../../../../contract/match.ts'
import { Icon } from '../../../components/Icon.tsx'
import { Link } from '../../../components/Link.tsx'
import { criterionText } from '../../../i18n/criteria.ts'
import { unknownText } from '../../../i18n/unknowns.ts'
import { cachedFiltersAtom } from '../../../session/cachedFilters.ts'
import { useAtomValue } from '../../../store/store.ts'
import { AskWhy, useSentence, WhyExactly } from '../../filters/index.ts'
import pageStyles from './AuctionPage.module.css'
import styles from './WhyMatched.module.css'

/** The filters that matched, the matching words, and the criteria that could not be decided. */
export function WhyMatched({ match }: { match: Match }) {
  const { t, i18n } = useLingui()
  const filters = useAtomValue(cachedFiltersAtom)
  const sentence = useSentence()
  const words = match.highlights.map(({ field, start, end }) => (match.auction[field] ?? '').slice(start, end)).filter(Boolean)
  const found = [...new Set(words.map((word) => word.toLocaleLowerCase(i18n.locale)))].join(', ')
  return (
    <section className={pageStyles.section}>
      <h2>{t`Why it matched`}</h2>
      <ul className={styles.reasons}>
        {match.filters.map(({ id, name }) => {
          const filter = filters.find((one) => one.id === id)
          return (
            <li key={id}>
              <Icon name="check" />
              <div>
                <Link to="/filters/create" search={{ from: id }}>
                  {name}
                </Link>
                {filter && <span className={styles.sentence}>{sentence(filter)}</span>}
                <AskWhy question={t`Criterion by criterion`}>
                  {() => <WhyExactly auctionId={match.auction.id} filterId={id} />}
                </AskWhy>
              </div>
            </li>
          )
        })}
        {found && (
          <li>
            <Icon name="search" />
            <span>{t`Words found: ${found}`}</span>
          </li>
        )}
        {match.flags.map((criterion) => (
          <li key={criterion}>
            <Icon name="unsure" />
            <span>
              {i18n._(criterionText[criterion])}: {i18n._(unknownText[criterion])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
