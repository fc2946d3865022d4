import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogChoice } from '../../components/Dialog.tsx'

type ReplaceLinkProps = { name: string; onRenew(): Promise<void>; onRemove(): Promise<void> }

/** Renews or removes a link after a confirmation, because programs that use the old link stop working. */
export function ReplaceLink({ name, onRenew, onRemove }: ReplaceLinkProps) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'renew' | 'remove'>()
  const [isBusy, setBusy] = useState(false)
  const onYes = async () => {
    setBusy(true)
    await (asked === 'renew' ? onRenew() : onRemove())
    setBusy(false)
    setAsked(undefined)
  }
  return (
    <>
      <Button variant="quiet" icon="repeat" onClick={() => setAsked('renew')}>
        {t`Renew`} <span className="visuallyHidden">{name}</span>
      </Button>
      <Button variant="quiet" icon="trash" onClick={() => setAsked('remove')}>
        {t`Remove`} <span className="visuallyHidden">{name}</span>
      </Button>
      {asked && (
        <Dialog
          title={asked === 'renew' ? t`Renew this link?` : t`Remove this link?`}
          closeLabel={t`Close`}
          onClose={() => setAsked(undefined)}
        >
          <p>{t`The old address stops working at once, wherever it is in use.`}</p>
          <DialogChoice>
            <Button onClick={() => setAsked(undefined)}>{t`Keep link`}</Button>
            <Button variant="danger" isBusy={isBusy} onClick={() => void onYes()}>
              {asked === 'renew' ? t`Renew link` : t`Remove link`}
            </Button>
          </DialogChoice>
        </Dialog>
      )}
    </>
  )
}
