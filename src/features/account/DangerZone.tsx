import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { download } from '../../components/download.ts'
import layout from '../../components/layout.module.css'
import { useSetAtom } from '../../store/store.ts'
import { exportAccountAtom } from './account.ts'
import { eraseAccountAtom } from './eraseAccount.ts'

/** Export of all data and deletion of the account. */
export function DangerZone() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const exportAccount = useSetAtom(exportAccountAtom)
  const erase = useSetAtom(eraseAccountAtom)
  const onExport = async () => {
    setBusy(true)
    const text = await exportAccount()
    setBusy(false)
    if (text) download('lotwatch-export.json', 'application/json', text)
  }
  return (
    <section className={layout.section}>
      <h2>{t`Your data`}</h2>
      <div className={layout.buttons}>
        <Button icon="down" isBusy={isBusy} onClick={() => void onExport()}>
          {t`Export everything`}
        </Button>
        <Button variant="danger" icon="trash" onClick={() => setAsking(true)}>
          {t`Delete account`}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t`Delete your account?`} closeLabel={t`Close`} onClose={() => setAsking(false)}>
          <div className={layout.section}>
            <p>{t`Filters, matches, alerts and settings are deleted immediately and permanently. A running plan ends with it.`}</p>
            <div className={layout.buttons}>
              <Button onClick={() => setAsking(false)}>{t`Keep account`}</Button>
              <Button variant="danger" icon="trash" onClick={() => void erase()}>
                {t`Delete everything`}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  )
}
