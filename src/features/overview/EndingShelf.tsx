import { useLingui } from '@lingui/react/macro'
import type { Match } from '../../../contract/match.ts'
import { Link } from '../../components/Link.tsx'
import { Clock, Picture, Price } from '../listings/index.ts'
import styles from './OverviewScreen.module.css'

const SHELF_LENGTH = 20

/** The matches that end next, side by side. */
export function EndingShelf({ matches }: { matches: readonly Match[] }) {
  const { t } = useLingui()
  return (
    <section className={styles.section}>
      <h2>{t`Ending soon`}</h2>
      <ul className={styles.shelf}>
        {matches.slice(0, SHELF_LENGTH).map(({ id, auction }) => (
          <li key={id}>
            <Link to="/auctions/$id" params={(before) => ({ ...before, id: auction.id })} search={{ segment: 'endingSoon' }}>
              <Picture src={auction.images[0]} />
              <h3>{auction.title}</h3>
              <span>
                <Price auction={auction} />
              </span>
              {auction.endsAt && <Clock endsAt={auction.endsAt} precision={auction.endPrecision} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
