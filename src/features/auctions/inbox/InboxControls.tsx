import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MATCH_SORTS, type MatchSort } from '../../../../contract/vocabulary/kinds.ts'
import { ChipToggle } from '../../../components/Chip.tsx'
import { cachedFiltersAtom } from '../../../session/cachedFilters.ts'
import { useAtomValue } from '../../../store/store.ts'
import { namedMarketplacesAtom } from '../../marketplaces/index.ts'
import { FilterPicker } from './FilterPicker.tsx'
import styles from './InboxControls.module.css'
import { type InboxQuery, SEGMENTS, type Segment } from './query.ts'

type Choice = Partial<{
  segment: Segment
  filter: string | undefined
  marketplace: string | undefined
  sort: MatchSort | undefined
}>

/** Segment, filter, marketplace and order of the inbox. All are in the URL, so that views can be shared and revisited. */
export function InboxControls({ query }: { query: InboxQuery }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/{-$locale}/auctions' })
  const filters = useAtomValue(cachedFiltersAtom)
  const marketplaces = useAtomValue(namedMarketplacesAtom)
  const choose = (choice: Choice) => void navigate({ to: '.', search: (before) => ({ ...before, ...choice }), replace: true })

  const segments: Record<Segment, string> = { new: t`New`, endingSoon: t`Ending soon`, saved: t`Saved`, hidden: t`Hidden` }
  const sorts: Record<MatchSort, string> = {
    newest: t`Newest first`,
    endingSoon: t`Ending soonest first`,
    price: t`Cheapest first`,
  }

  return (
    <div className={styles.controls}>
      <fieldset className={styles.segments}>
        <legend className="visuallyHidden">{t`Part of the inbox`}</legend>
        {SEGMENTS.map((segment) => (
          <button
            key={segment}
            type="button"
            aria-pressed={segment === query.segment}
            onClick={() => choose({ segment, sort: undefined })}
          >
            {segments[segment]}
          </button>
        ))}
      </fieldset>
      <div className={styles.chips}>
        {filters.length > 1 && <FilterPicker filters={filters} chosen={query.filter} onChoose={(filter) => choose({ filter })} />}
        {marketplaces.size > 1 && (
          <fieldset className={styles.group}>
            <legend className="visuallyHidden">{t`Marketplaces`}</legend>
            {[...marketplaces.values()].map(({ id, name }) => (
              <ChipToggle
                key={id}
                pressed={query.marketplace === id}
                onToggle={() => choose({ marketplace: query.marketplace === id ? undefined : id })}
              >
                {name}
              </ChipToggle>
            ))}
          </fieldset>
        )}
        <label className={styles.sort}>
          <span className="visuallyHidden">{t`Order`}</span>
          <select
            value={query.sort}
            onChange={(event) => choose({ sort: MATCH_SORTS.find((sort) => sort === event.target.value) })}
          >
            {MATCH_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  )
}
