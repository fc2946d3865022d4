import { useLingui } from '@lingui/react/macro'
import type { Delivery } from '../../../../contract/notifications.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useFormat } from '../../../i18n/format.ts'
import { channelText, deliveryReasonText, deliveryStatusText, eventText } from '../texts.ts'
import styles from './alerts.module.css'
import { ResendButton } from './ResendButton.tsx'

/** The history of an alert, each step with the time since the previous one. */
export function DeliveryTrail({ delivery }: { delivery: Delivery }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { event, channel, target, status, reason, attempts, auction, matchedAt, queuedAt, dueAt, acceptedAt, shownAt, openedAt } =
    delivery
  const isTold = status === 'accepted' || status === 'shown' || status === 'opened'
  const steps = (
    [
      [t`listed`, auction.listedAt],
      [t`seen`, auction.seenAt],
      [t`matched`, matchedAt],
      [t`queued`, queuedAt],
      [t`due`, dueAt],
      [t`accepted`, acceptedAt],
      [t`shown`, shownAt],
      [t`opened`, openedAt],
    ] as const
  ).flatMap(([name, at]) => (at === undefined ? [] : [{ name, at }]))
  const failure = status === 'failed' || status === 'waiting' ? attempts.at(-1)?.detail : undefined
  return (
    <>
      <p className={styles.heading}>
        <strong>{i18n._(eventText[event])}</strong> · {i18n._(channelText[channel])} {target && `(${target})`} ·{' '}
        {i18n._(deliveryStatusText[status])}
        {reason && !isTold && ` (${i18n._(deliveryReasonText[reason])})`}
      </p>
      <ol className={styles.trail}>
        {steps.map(({ name, at }, index) => (
          <li key={name}>
            {name}{' '}
            <time dateTime={at}>{index === 0 ? format.moment(at) : since(at, steps[index - 1]?.at ?? at, i18n.locale)}</time>
          </li>
        ))}
        {failure && <li>{failure}</li>}
      </ol>
      <ResendButton delivery={delivery} />
    </>
  )
}

/** "+1.4 sec". May be negative, because marketplaces' clocks differ from ours. */
function since(at: string, before: string, locale: string): string {
  return `+${formatDuration(locale, Math.max(0, Date.parse(at) - Date.parse(before)))}`
}
