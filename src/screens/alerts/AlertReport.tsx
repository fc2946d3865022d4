import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterAlerts } from '../../../contract/alertReport.ts'
import type { Filter } from '../../../contract/filter.ts'
import { formatDuration } from '../../components/duration.ts'
import { ErrorFace, Skeleton } from '../../components/Faces.tsx'
import { useFormat } from '../../components/format.ts'
import { alertReport } from '../../state/alerts.ts'
import { useResource } from '../../state/useResource.ts'
import { AlertList } from './AlertList.tsx'
import styles from './alerts.module.css'

/** "Did I miss anything?": each filter's alerts, what became of them and how fast, and when nobody was looking. */
export function AlertReport({ filters }: { filters: readonly Filter[] }) {
  const { value, status, code, retry } = useResource(alertReport)
  if (!value)
    return status === 'failed' ? <ErrorFace code={code ?? 'internal'} onRetry={retry} /> : <Skeleton rows={2} height="card" />
  const known = value.filters.flatMap((alerts) => {
    const filter = filters.find(({ id }) => id === alerts.filterId)
    return filter ? [{ filter, alerts }] : []
  })
  return (
    <>
      <ul className={styles.facts}>
        {known.map(({ filter, alerts }) => (
          <li key={filter.id}>
            <h3>{filter.name}</h3>
            <Facts alerts={alerts} />
          </li>
        ))}
      </ul>
      <AlertList />
    </>
  )
}

function Facts({
  alerts: { alerts, accepted, shown, waiting, failed, expired, p50Ms, p95Ms, lastGap },
}: {
  alerts: FilterAlerts
}) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const counts = [
    accepted > 0 && t`${format.number(accepted)} accepted`,
    shown > 0 && t`${format.number(shown)} shown`,
    waiting > 0 && t`${format.number(waiting)} waiting`,
    failed > 0 && t`${format.number(failed)} failed`,
    expired > 0 && t`${format.number(expired)} expired`,
  ].filter((count) => count !== false)
  const half = p50Ms === undefined ? undefined : formatDuration(i18n.locale, p50Ms)
  const most = p95Ms === undefined ? undefined : formatDuration(i18n.locale, p95Ms)
  return (
    <>
      <p>
        <Plural value={alerts} _0="No alerts" one="# alert" other="# alerts" />
        {counts.length > 0 && `: ${counts.join(', ')}`}
      </p>
      {half && most && (
        <p>
          <Trans>
            From our first sight to acceptance: half within {half}, 95 of 100 within {most}
          </Trans>
        </p>
      )}
      <p>
        {lastGap ? (
          <Trans>
            Last gap: {lastGap.marketplace}, {format.moment(lastGap.from)} to {format.moment(lastGap.to)}
          </Trans>
        ) : (
          t`Watched without a gap`
        )}
      </p>
    </>
  )
}
