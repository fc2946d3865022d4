import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue } from '../../../store/store.ts'
import styles from './PreviewCount.module.css'
import { daysLookedAt, expectedPerWeekAtom, previewAtom } from './preview.ts'

/** The preview in one line that is always visible. */
export function PreviewCount({ isValid }: { isValid: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const { value, status } = useAtomValue(previewAtom)
  const weekly = useAtomValue(expectedPerWeekAtom)
  if (!isValid) {
    return (
      <p className={styles.count}>
        <Trans>Add a keyword or another criterion to see what it finds.</Trans>
      </p>
    )
  }
  if (!value) return <p className={styles.count}>{status === 'failed' ? t`The preview cannot be loaded now.` : t`Looking`}</p>
  const found = format.number(value.matchCount)
  const { since } = value
  if (weekly === undefined) {
    return (
      <p className={styles.count} data-loading={status === 'loading' || undefined} aria-live="off">
        <strong>{t`${found} since ${format.moment(since)}`}</strong>
        {' · '}
        <Trans>too early to say how many a week</Trans>
      </p>
    )
  }
  const days = daysLookedAt(value).length
  return (
    <p className={styles.count} data-loading={status === 'loading' || undefined} aria-live="off">
      <strong>{t`${found} in ${days} days`}</strong>
      {' · '}
      <Plural value={weekly} _0="less than one alert a week" one="about # alert a week" other="about # alerts a week" />
    </p>
  )
}
