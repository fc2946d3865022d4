import { useLingui } from '@lingui/react/macro'
import type { EmailStatus } from '../../../../contract/notifications.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { Notice } from '../../../components/States.tsx'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { confirmEmailAtom, emailConfirmationAtom } from '../settings.ts'
import { testStatusText } from '../texts.ts'

/** Why no alerts are sent to the mail address yet, and how to change that. */
export function EmailConfirmation({ status }: { status: EmailStatus | undefined }) {
  const { t, i18n } = useLingui()
  const sent = useAtomValue(emailConfirmationAtom)
  const confirm = useSetAtom(confirmEmailAtom)
  if (status === 'missing') return <Notice>{t`Enter an address to get mails.`}</Notice>
  if (status !== 'unconfirmed' && status !== 'bounced') return null
  return (
    <div>
      <Notice
        action={
          <Button isBusy={sent?.status === 'sending'} onClick={() => void confirm()}>
            {t`Send confirmation link`}
          </Button>
        }
      >
        {status === 'bounced'
          ? t`Mails to this address came back. Confirm it to get alerts there again.`
          : t`Alerts go to this address once you have confirmed it.`}
      </Notice>
      <p className={layout.muted} role="status">
        {sent?.status === 'done' &&
          (sent.result === 'accepted'
            ? t`The link is on its way. Open it to get alerts there.`
            : `${i18n._(testStatusText[sent.result])} ${sent.detail}`)}
        {sent?.status === 'failed' && i18n._(errorText(sent.code))}
      </p>
    </div>
  )
}
