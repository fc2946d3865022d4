import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { changeNameAtom } from '../../state/account.ts'
import { waitingCountAtom } from '../../state/outbox.ts'
import { logOutAtom } from '../../state/session/logOut.ts'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'
import { userAtom } from '../../state/user.ts'
import styles from './account.module.css'

/** Who is signed in, and the way out. */
export function Profile() {
  const { t } = useLingui()
  const kind = useAtomValue(sessionKindAtom)
  const user = useAtomValue(userAtom)
  return (
    <section className={styles.section}>
      <h2>{t`Profile`}</h2>
      {kind === 'guest' && (
        <>
          <p>
            <Trans>You are a guest. Your filters live in this browser's account; register to reach them from anywhere.</Trans>
          </p>
          <p className={styles.buttons}>
            <ButtonLink to="/register" look="main">
              {t`Register`}
            </ButtonLink>
            <ButtonLink to="/login">{t`Sign in`}</ButtonLink>
          </p>
        </>
      )}
      {kind === 'signedIn' && user && <NameForm key={user.id} name={user.name} />}
      {user?.email && <p>{user.email}</p>}
      <LogOut />
    </section>
  )
}

function NameForm({ name }: { name: string }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  const change = useSetAtom(changeNameAtom)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void change(typed)
  }
  return (
    <form className={styles.row} onSubmit={onSubmit}>
      <Field
        label={t`Name`}
        value={typed}
        maxLength={80}
        autoComplete="name"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === '' || typed === name}>
        {t`Save name`}
      </Button>
    </form>
  )
}

/** A guest's way back is lost with the log-out, and so are changes that still wait: both are said before. */
function LogOut() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const kind = useAtomValue(sessionKindAtom)
  const waiting = useAtomValue(waitingCountAtom)
  const logOut = useSetAtom(logOutAtom)
  const isCostly = kind === 'guest' || waiting > 0
  if (!isAsking) {
    return (
      <div className={styles.leave}>
        <Button onClick={() => (isCostly ? setAsking(true) : void logOut())}>{t`Log out`}</Button>
      </div>
    )
  }
  return (
    <div className={styles.section} role="alert">
      {kind === 'guest' && <p>{t`A guest cannot sign in again: your filters and auctions are lost when you log out.`}</p>}
      {waiting > 0 && <p>{t`Changes that are waiting to be sent are lost when you log out.`}</p>}
      <div className={styles.buttons}>
        <Button look="danger" onClick={() => void logOut()}>
          {t`Log out all the same`}
        </Button>
        <Button onClick={() => setAsking(false)}>{t`Stay`}</Button>
      </div>
    </div>
  )
}
