import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Field, SelectField } from '../../../components/Field.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/texts.ts'
import { useLabel } from '../../../i18n/useLabel.ts'
import { LOCATION_DEBOUNCE_MS } from '../../../limits.ts'
import { hasSessionAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import { findPlaceAtom, placeAtom } from '../form/place.ts'
import styles from './fields.module.css'
import type { FieldsProps } from './fieldsProps.ts'

const DEFAULT_RADII_KM = [5, 10, 25, 50, 100, 200]

/** A postal code and a radius. The place is looked up during typing, so that a wrong code shows before saving. */
export function PlaceFields({ form, change }: Omit<FieldsProps, 'faults'>) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const label = useLabel()
  const options = useAtomValue(filterOptions.atom).value
  const found = useAtomValue(placeAtom)
  const find = useSetAtom(findPlaceAtom)
  const hasSession = useAtomValue(hasSessionAtom)
  const { zip, country } = form

  useEffect(() => {
    if (!hasSession) return
    const newer = new AbortController()
    const timer = setTimeout(() => void find(zip, country, newer.signal), LOCATION_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      newer.abort()
    }
  }, [zip, country, hasSession, find])

  const known = options?.countries.map(({ id }) => id) ?? []
  // A saved filter's country stays selectable even if its postal codes are no longer known, because the form sends what it shows.
  const countries = known.includes(country) ? known : [country, ...known]
  const isTyped = zip.trim() !== ''
  const error = isTyped && found.status === 'failed' ? i18n._(errorText(found.code)) : undefined
  const place = isTyped && found.status === 'found' ? found.place : undefined
  const name = [place?.zip, place?.name, place?.state].filter(Boolean).join(', ')
  const radii = [...new Set([...(options?.radiiKm ?? DEFAULT_RADII_KM), form.radiusKm])].sort((a, b) => a - b)
  return (
    <fieldset className={styles.group}>
      <legend>{t`Place and radius`}</legend>
      <div className={styles.row}>
        <Field
          label={t`Postal code`}
          value={zip}
          maxLength={12}
          autoComplete="postal-code"
          error={error}
          onChange={(event) => change({ zip: event.target.value })}
        />
        <SelectField label={t`Country`} value={country} onChange={(event) => change({ country: event.target.value })}>
          {countries.map((id) => (
            <option key={id} value={id}>
              {label(options?.countries, id) ?? format.country(id)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Within`}
          value={form.radiusKm}
          onChange={(event) => change({ radiusKm: Number(event.target.value) })}
        >
          {radii.map((km) => (
            <option key={km} value={km}>
              {format.unit(km, 'kilometer')}
            </option>
          ))}
        </SelectField>
      </div>
      {place && <p className={styles.found}>{place.precision === 'region' ? t`About ${name} (the area of this code)` : name}</p>}
    </fieldset>
  )
}
