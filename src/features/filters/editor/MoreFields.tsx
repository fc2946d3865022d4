import { useLingui } from '@lingui/react/macro'
import type { Criterion, UnknownPolicy } from '../../../../contract/filter.ts'
import { Field, SelectField } from '../../../components/Field.tsx'
import { criterionText } from '../../../i18n/criteria.ts'
import { useDuration } from '../../../i18n/useDuration.ts'
import { useOptionText } from '../../../i18n/useLabel.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import styles from './fields.module.css'
import type { FieldsProps } from './fieldsProps.ts'

const END_MINUTES = [60, 180, 720, 1440, 4320, 10_080]
/** Criteria that marketplaces often provide no data for. */
const OFTEN_UNKNOWN: readonly Criterion[] = [
  'price',
  'bids',
  'condition',
  'category',
  'location',
  'shipping',
  'seller',
  'commercial',
  'end',
]

/** Rarely used fields, collapsed. */
export function MoreFields({ form, change, faults }: FieldsProps) {
  const { t } = useLingui()
  const duration = useDuration()
  const text = useOptionText()
  const countries = useAtomValue(filterOptions.atom).value?.countries
  return (
    <>
      <details className={styles.more}>
        <summary>{t`Seller, shipping, bids and end`}</summary>
        <div>
          <div className={styles.row}>
            <SelectField
              label={t`Sellers`}
              value={form.commercial}
              onChange={(event) => change({ commercial: event.target.value as typeof form.commercial })}
            >
              <option value="any">{t`private and commercial`}</option>
              <option value="private">{t`private only`}</option>
              <option value="commercial">{t`commercial only`}</option>
            </SelectField>
            <SelectField
              label={t`Sent to`}
              value={form.shippingTo}
              onChange={(event) => change({ shippingTo: event.target.value })}
            >
              <option value="">{t`anywhere, or pick-up`}</option>
              {countries?.map((country) => (
                <option key={country.id} value={country.id}>
                  {text(country)}
                </option>
              ))}
            </SelectField>
            <Field
              label={t`Bids at most`}
              inputMode="numeric"
              value={form.maxBids}
              error={faults.maxBids && t`This is not a number.`}
              onChange={(event) => change({ maxBids: event.target.value })}
            />
            <SelectField
              label={t`Ends within`}
              value={form.endsWithinMinutes}
              onChange={(event) => change({ endsWithinMinutes: Number(event.target.value) })}
            >
              <option value={0}>{t`any time`}</option>
              {[...new Set([...END_MINUTES, form.endsWithinMinutes])]
                .filter((minutes) => minutes > 0)
                .map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {duration(minutes)}
                  </option>
                ))}
            </SelectField>
          </div>
          <Field
            label={t`Only these sellers`}
            hint={t`Names, with commas between them.`}
            value={form.sellersOnly}
            onChange={(event) => change({ sellersOnly: event.target.value })}
          />
          <Field
            label={t`Never these sellers`}
            hint={t`Names, with commas between them.`}
            value={form.sellersNever}
            onChange={(event) => change({ sellersNever: event.target.value })}
          />
        </div>
      </details>
      <details className={styles.more}>
        <summary>{t`When a marketplace does not say`}</summary>
        <div className={styles.row}>
          <UnknownFields form={form} change={change} />
        </div>
      </details>
    </>
  )
}

/** For each criterion, what to do with auctions whose data cannot decide it. */
function UnknownFields({ form, change }: Omit<FieldsProps, 'faults'>) {
  const { t, i18n } = useLingui()
  const choose = (criterion: Criterion, policy: UnknownPolicy) => change({ unknown: { ...form.unknown, [criterion]: policy } })
  return OFTEN_UNKNOWN.map((criterion) => (
    <SelectField
      key={criterion}
      label={i18n._(criterionText[criterion])}
      value={form.unknown[criterion] ?? (criterion === 'location' ? 'exclude' : 'flag')}
      onChange={(event) => choose(criterion, event.target.value as UnknownPolicy)}
    >
      <option value="flag">{t`show, with a badge`}</option>
      <option value="include">{t`show`}</option>
      <option value="exclude">{t`leave out`}</option>
    </SelectField>
  ))
}
