import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { WebhookSecret } from '../../../../contract/notifications.ts'
import { Button } from '../../../components/Button.tsx'
import { Secret } from '../../../components/Secret.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useSetAtom } from '../../../store/store.ts'
import { readWebhookSecretAtom, renewWebhookSecretAtom } from './webhookSecret.ts'

/** The secret that alerts are signed with; kept only while it shows. */
export function WebhookKey() {
  const { t } = useLingui()
  const format = useFormat()
  const read = useSetAtom(readWebhookSecretAtom)
  const renew = useSetAtom(renewWebhookSecretAtom)
  const [shown, setShown] = useState<WebhookSecret>()
  const [isBusy, setBusy] = useState(false)
  const ask = async (action: () => Promise<WebhookSecret | undefined>) => {
    setBusy(true)
    setShown((await action()) ?? shown)
    setBusy(false)
  }
  if (!shown) {
    return (
      <div>
        <Button isBusy={isBusy} onClick={() => void ask(read)}>
          {t`Show secret`}
        </Button>
      </div>
    )
  }
  const hint = shown.previousUntil
    ? t`Until ${format.moment(shown.previousUntil)} the old secret signs as well.`
    : t`Check with it that an alert comes from here. Keep it to yourself.`
  return (
    <Secret label={t`Secret`} hint={hint} value={shown.secret}>
      <Button variant="quiet" icon="repeat" isBusy={isBusy} onClick={() => void ask(renew)}>
        {t`Renew secret`}
      </Button>
      <Button variant="quiet" icon="hide" onClick={() => setShown(undefined)}>
        {t`Hide`}
      </Button>
    </Secret>
  )
}
