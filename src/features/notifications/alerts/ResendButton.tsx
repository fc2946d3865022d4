import { useLingui } from '@lingui/react/macro'
import type { Delivery, DeliveryStatus } from '../../../../contract/notifications.ts'
import { Button } from '../../../components/Button.tsx'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { resendAtom, resentAtom } from './alerts.ts'

/** Alerts that were shown need no resend, and pending ones are still being sent. */
const RESENDABLE: ReadonlySet<DeliveryStatus> = new Set(['accepted', 'failed', 'expired'])

export function ResendButton({ delivery: { id, status, auction } }: { delivery: Delivery }) {
  const { t, i18n } = useLingui()
  const resend = useSetAtom(resendAtom)
  const state = useAtomValue(resentAtom)[id]
  if (!RESENDABLE.has(status) && state === undefined) return null
  if (state === 'sent') return <p role="status">{t`On its way again.`}</p>
  return (
    <p>
      <Button
        variant="quiet"
        disabled={state === 'sending'}
        onClick={() => void resend(id)}
        aria-label={t`Send again: ${auction.title}`}
      >
        {t`Send again`}
      </Button>
      {state && state !== 'sending' && <span role="alert">{i18n._(errorText(state))}</span>}
    </p>
  )
}
