import { useLingui } from '@lingui/react/macro'
import { BarChart } from '../../../components/BarChart.tsx'
import { Field, SelectField } from '../../../components/Field.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import { amountText, parseAmount } from '../form/amounts.ts'
import { previewAtom } from '../preview/preview.ts'
import styles from './fields.module.css'
import type { FieldsProps } from './fieldsProps.ts'
import { PriceHandles } from './PriceHandles.tsx'

/** The price range with a histogram of the matches' prices. Handles and fields edit the same values. */
export function PriceFields({ form, change, faults }: FieldsProps) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const prices = useAtomValue(previewAtom).value?.prices
  const currencies = useAtomValue(filterOptions.atom).value?.currencies ?? [form.currency]
  const { locale } = i18n
  const min = parseAmount(form.priceMin, form.currency, locale) ?? undefined
  const max = parseAmount(form.priceMax, form.currency, locale) ?? undefined
  const texts = { number: t`This is not an amount.`, minAboveMax: t`This is above the highest price.` }

  const buckets = prices?.currency === form.currency ? prices.buckets : []
  const bars = buckets.map(({ from, to, count }) => ({
    key: String(from),
    value: count,
    label: `${format.money({ amount: from, currency: form.currency })}: ${format.number(count)}`,
    isChosen: (min === undefined || to > min) && (max === undefined || from <= max),
  }))
  return (
    <fieldset className={styles.group}>
      <legend>{t`Price`}</legend>
      {bars.length > 1 && <BarChart label={t`How the prices of what matches are spread`} bars={bars} />}
      {buckets.length > 1 && (
        <PriceHandles
          edges={[...buckets.map(({ from }) => from), buckets.at(-1)?.to ?? 0]}
          min={min}
          max={max}
          say={(amount) => format.money({ amount, currency: form.currency })}
          onChange={(range) =>
            change({
              priceMin: amountText(range.min, form.currency, locale),
              priceMax: amountText(range.max, form.currency, locale),
            })
          }
        />
      )}
      <div className={styles.row}>
        <Field
          label={t`From`}
          inputMode="decimal"
          value={form.priceMin}
          error={faults.priceMin && texts[faults.priceMin]}
          onChange={(event) => change({ priceMin: event.target.value })}
        />
        <Field
          label={t`To`}
          inputMode="decimal"
          value={form.priceMax}
          error={faults.priceMax && texts[faults.priceMax]}
          onChange={(event) => change({ priceMax: event.target.value })}
        />
        <SelectField label={t`Currency`} value={form.currency} onChange={(event) => change({ currency: event.target.value })}>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
        <SelectField
          label={t`Applies to`}
          value={form.priceOf}
          onChange={(event) => change({ priceOf: event.target.value === 'totalPrice' ? 'totalPrice' : 'price' })}
        >
          <option value="price">{t`the price`}</option>
          <option value="totalPrice">{t`the total with shipping`}</option>
        </SelectField>
      </div>
    </fieldset>
  )
}
