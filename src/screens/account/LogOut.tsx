import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { takeFocus } from '../../components/focus.ts'
import { waitingCountAtom } from '../../state/outbox.ts'
import { logOutAtom } from '../../state/session/logOut.ts'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'
import styles from './account.module.css'

/** Logs out. Warns first if that loses a guest account or unsent changes. */
export function LogOut() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState<boolean>()
  const kind = useAtomValue(sessionKindAtom)
  const waiting = useAtomValue(waitingCountAtom)
  const logOut = useSetAtom(logOutAtom)
  const isCostly = kind === 'guest' || waiting > 0
  if (!isAsking) {
    return (
      <div className={styles.leave}>
        <Button ref={isAsking === false ? takeFocus : undefined} onClick={() => (isCostly ? setAsking(true) : void logOut())}>
          {t`Log out`}
        </Button>
      </div>
    )
  }
  return (
    <div ref={takeFocus} tabIndex={-1} className={styles.section} role="alert">
      {kind === 'guest' && <p>{t`A guest cannot sign in again: your filters and auctions are lost when you log out.`}</p>}
      {waiting > 0 && <p>{t`Changes that are waiting to be sent are lost when you log out.`}</p>}
      <div className={styles.buttons}>
        <Button look="danger" onClick={() => void logOut()}>
          {t`Log out anyway`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Stay logged in`}</Button>
      </div>
    </div>
  )
}
