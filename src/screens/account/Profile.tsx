import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { changeNameAtom } from '../../state/account.ts'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'
import { userAtom } from '../../state/user.ts'
import styles from './account.module.css'
import { LogOut } from './LogOut.tsx'

/** The signed-in user, and the log-out. */
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
            <Trans>You are a guest. Your filters exist only in this browser. Register to use them anywhere.</Trans>
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
