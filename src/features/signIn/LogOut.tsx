import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { takeFocus } from '../../components/focus.ts'
import layout from '../../components/layout.module.css'
import { waitingCountAtom } from '../../offline/outbox/entries.ts'
import { sessionKindAtom } from '../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { logOutAtom } from './logOut.ts'
import styles from './signIn.module.css'

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
    <div ref={takeFocus} tabIndex={-1} className={layout.section} role="alert">
      {kind === 'guest' && <p>{t`A guest cannot sign in again: your filters and auctions are lost when you log out.`}</p>}
      {waiting > 0 && <p>{t`Changes that are waiting to be sent are lost when you log out.`}</p>}
      <div className={layout.buttons}>
        <Button variant="danger" onClick={() => void logOut()}>
          {t`Log out anyway`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Stay logged in`}</Button>
      </div>
    </div>
  )
}
