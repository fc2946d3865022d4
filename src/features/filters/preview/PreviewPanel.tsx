import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BarChart } from '../../../components/BarChart.tsx'
import { ErrorState, Notice, Skeleton } from '../../../components/States.tsx'
import { criterionText } from '../../../i18n/criteria.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue } from '../../../store/store.ts'
import type { FilterForm } from '../form/form.ts'
import { BroadNotice } from './BroadNotice.tsx'
import styles from './PreviewPanel.module.css'
import { PreviewSample } from './PreviewSample.tsx'
import { daysLookedAt, type Preview, previewAtom } from './preview.ts'
import { RadiusSketch } from './RadiusSketch.tsx'

type PreviewPanelProps = { form: FilterForm; isValid: boolean }

/** What the form would have found in the last days, and how much each criterion excludes. */
export function PreviewPanel({ form, isValid }: PreviewPanelProps) {
  const { t } = useLingui()
  const { value, status, code } = useAtomValue(previewAtom)
  return (
    <div className={styles.panel} aria-busy={status === 'loading'}>
      <h2>{t`What it finds`}</h2>
      {!value && status === 'failed' && (
        <ErrorState code={code ?? 'internal'}>{t`You can save the filter all the same.`}</ErrorState>
      )}
      {!value && status !== 'failed' && isValid && <Skeleton rows={3} />}
      {!value && !isValid && (
        <p className={styles.muted}>
          <Trans>Type what you are looking for. This shows at once what it would have found.</Trans>
        </p>
      )}
      {value && status === 'failed' && <Notice>{t`The preview could not be refreshed.`}</Notice>}
      {value && <PreviewBody preview={value} />}
      <RadiusSketch form={form} sample={value?.sample ?? []} />
      {value && <PreviewSample auctions={value.sample} />}
    </div>
  )
}

function PreviewBody({ preview }: { preview: Preview }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { losses, unknown, evaluated, since, matchCount } = preview
  const bars = daysLookedAt(preview).map(({ date, count }) => ({
    key: date,
    value: count,
    label: `${format.day(date)}: ${format.number(count)}`,
  }))
  const removing = losses.filter(({ removed }) => removed > 0)
  const unsure = unknown.filter(({ count }) => count > 0)
  return (
    <>
      <BroadNotice preview={preview} />
      <p>
        <Plural
          value={matchCount}
          _0="Nothing would have matched"
          one="# auction would have matched"
          other="# auctions would have matched"
        />
      </p>
      {bars.length > 1 && <BarChart label={t`Matches a day since ${format.day(since)}`} bars={bars} />}
      {removing.length > 0 && (
        <section>
          <h3>{t`What each criterion removes`}</h3>
          <ul className={styles.losses}>
            {removing.map(({ criterion, removed }) => (
              <li key={criterion}>
                <span>{i18n._(criterionText[criterion])}</span>
                <span>{t`removes ${format.number(removed)}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unsure.length > 0 && (
        <section>
          <h3>{t`Not said by the marketplace`}</h3>
          <ul className={styles.losses}>
            {unsure.map(({ criterion, count }) => (
              <li key={criterion}>
                <span>{i18n._(criterionText[criterion])}</span>
                <span>{t`in ${format.number(count)} of them`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.muted}>{t`Looked at ${format.number(evaluated)} auctions seen since ${format.moment(since)}.`}</p>
    </>
  )
}
