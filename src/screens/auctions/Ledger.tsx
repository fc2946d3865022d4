import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { ErrorFace, Skeleton } from '../../components/Faces.tsx'
import { useFormat } from '../../components/format.ts'
import { deliveriesAtom, loadDeliveriesAtom } from '../../state/deliveries.ts'
import { deliveriesChangedAtom } from '../../state/live.ts'
import { sessionAtom } from '../../state/session/session.ts'
import { useAction, useValue } from '../../state/store.ts'
import { channelText, deliveryReasonText, deliveryStatusText, eventText } from '../texts/delivery.ts'
import pageStyles from './AuctionPage.module.css'
import styles from './Ledger.module.css'

/** Every alert about this auction and what became of it, so that "was I told?" has an answer. */
export function Ledger({ matchId }: { matchId: string }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { value, status, code } = useValue(deliveriesAtom)
  const load = useAction(loadDeliveriesAtom)
  const changes = useValue(deliveriesChangedAtom)
  const { token } = useValue(sessionAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of a delivery asks for another reading.
  useEffect(() => {
    if (token) void load(matchId)
  }, [matchId, token === null, changes, load])

  const deliveries = value?.matchId === matchId ? value.items : undefined
  return (
    <section className={pageStyles.section}>
      <h2>{t`Alerts`}</h2>
      {!deliveries && status === 'failed' && <ErrorFace code={code ?? 'internal'} onRetry={() => void load(matchId)} />}
      {!deliveries && status !== 'failed' && <Skeleton rows={2} height="line" />}
      {deliveries?.length === 0 && (
        <p>
          <Trans>Nothing was sent about this auction: it was running before the filter was made, or its channels are off.</Trans>
        </p>
      )}
      <ul className={styles.ledger}>
        {deliveries?.map((delivery) => {
          const { id, event, channel, target, queuedAt, acceptedAt, shownAt, openedAt, status: state, attempts } = delivery
          const steps = [
            [t`queued`, queuedAt],
            [t`due`, delivery.dueAt],
            [t`accepted`, acceptedAt],
            [t`shown`, shownAt],
            [t`opened`, openedAt],
          ] as const
          const { reason } = delivery
          const isTold = state === 'accepted' || state === 'shown' || state === 'opened'
          const failure = state === 'failed' ? attempts.at(-1)?.detail : undefined
          return (
            <li key={id}>
              <p>
                <strong>{i18n._(eventText[event])}</strong> · {i18n._(channelText[channel])} {target && `(${target})`} ·{' '}
                {i18n._(deliveryStatusText[state])}
                {reason && !isTold && ` (${i18n._(deliveryReasonText[reason])})`}
              </p>
              <ol>
                {steps.map(([name, at]) => at && <li key={name}>{`${name} ${format.moment(at)}`}</li>)}
                {failure && <li>{failure}</li>}
              </ol>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
