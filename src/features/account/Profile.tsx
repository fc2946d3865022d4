import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import layout from '../../components/layout.module.css'
import { sessionKindAtom } from '../../session/session.ts'
import { userAtom } from '../../session/user.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { LogOut } from '../signIn/index.ts'
import { changeNameAtom } from './account.ts'

/** The signed-in user, and the log-out. */
export function Profile() {
  const { t } = useLingui()
  const kind = useAtomValue(sessionKindAtom)
  const user = useAtomValue(userAtom)
  return (
    <section className={layout.section}>
      <h2>{t`Profile`}</h2>
      {kind === 'guest' && (
        <>
          <p>
            <Trans>You are a guest. Your filters exist only in this browser. Register to use them anywhere.</Trans>
          </p>
          <p className={layout.buttons}>
            <ButtonLink to="/register" variant="main">
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
    <form className={layout.row} onSubmit={onSubmit}>
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
