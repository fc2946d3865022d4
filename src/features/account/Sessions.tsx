import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogChoice } from '../../components/Dialog.tsx'
import layout from '../../components/layout.module.css'
import { useNow } from '../../components/now.ts'
import { Loaded } from '../../data/Loaded.tsx'
import { useResource } from '../../data/useResource.ts'
import { useFormat } from '../../i18n/format.ts'
import { useSetAtom } from '../../store/store.ts'
import styles from './account.module.css'
import { endOtherSessionAtom, endOtherSessionsAtom, sessions } from './account.ts'

/** The sessions of the account. */
export function Sessions() {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const listed = useResource(sessions)
  const end = useSetAtom(endOtherSessionAtom)
  return (
    <section className={layout.section}>
      <h2>{t`Sessions`}</h2>
      <Loaded of={listed} rows={2} height="line">
        {(value) => (
          <>
            <ul className={styles.list}>
              {value.map(({ id, device, createdAt, lastSeenAt, current }) => (
                <li key={id}>
                  <div>
                    <p>
                      {device} {current && <span className={layout.here}>{t`This browser`}</span>}
                    </p>
                    <p className={layout.muted}>
                      {t`since ${format.day(createdAt)}`}
                      {!current && (
                        <>
                          {' · '}
                          {t`last active ${format.relative(lastSeenAt, now)}`}
                        </>
                      )}
                    </p>
                  </div>
                  {!current && <Button onClick={() => void end(id)}>{t`End session`}</Button>}
                </li>
              ))}
            </ul>
            {value.some(({ current }) => !current) && <EndOthers />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function EndOthers() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const endOthers = useSetAtom(endOtherSessionsAtom)
  const close = () => setAsking(false)
  const end = async () => {
    close()
    setBusy(true)
    await endOthers()
    setBusy(false)
  }
  return (
    <div className={layout.buttons}>
      <Button isBusy={isBusy} onClick={() => setAsking(true)}>
        {t`End all other sessions`}
      </Button>
      {isAsking && (
        <Dialog title={t`End all other sessions?`} closeLabel={t`Close`} onClose={close}>
          <p>{t`Every other browser and phone is signed out at once. Push alerts reach them again only after you sign in there.`}</p>
          <DialogChoice>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button variant="danger" onClick={() => void end()}>
              {t`End the others`}
            </Button>
          </DialogChoice>
        </Dialog>
      )}
    </div>
  )
}
