import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterAlerts as Alerts } from '../../../../contract/alertReport.ts'
import { ErrorState } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue } from '../../../store/store.ts'
import { AlertList } from './AlertList.tsx'
import styles from './alerts.module.css'
import { alertReport } from './alerts.ts'

/** All alerts, or an error if the report cannot be loaded. */
export function AlertReport() {
  const { value, status, code, retry } = useResource(alertReport)
  return (
    <>
      {!value && status === 'failed' && <ErrorState code={code ?? 'internal'} onRetry={retry} />}
      <AlertList />
    </>
  )
}

/** "Did I miss anything?": a filter's alerts with their outcomes and delays, and the gaps in watching its marketplaces. */
export function FilterAlerts({ filterId }: { filterId: string }) {
  const { t } = useLingui()
  const { value } = useAtomValue(alertReport.atom)
  const alerts = value?.filters.find((one) => one.filterId === filterId)
  if (!alerts) return null
  return (
    <div>
      <p className={styles.period}>{t`Alerts of the last 30 days`}</p>
      <Facts alerts={alerts} />
    </div>
  )
}

function Facts({ alerts: { alerts, accepted, shown, waiting, failed, expired, p50Ms, p95Ms, lastGap } }: { alerts: Alerts }) {
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
