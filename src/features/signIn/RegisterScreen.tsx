import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Heading } from '../../components/Heading.tsx'
import { Link } from '../../components/Link.tsx'
import { acceptInvitationAtom } from '../../session/referral.ts'
import { useSetAtom } from '../../store/store.ts'
import { SignInForm } from './SignInForm.tsx'
import styles from './signIn.module.css'
import { UnlessSignedIn } from './UnlessSignedIn.tsx'

export function RegisterScreen() {
  const { t } = useLingui()
  const { invite } = useSearch({ from: '/{-$locale}/_public/register' })
  const accept = useSetAtom(acceptInvitationAtom)
  useEffect(() => {
    if (invite) accept(invite)
  }, [invite, accept])
  return (
    <div className={styles.page}>
      <Heading>{t`Register`}</Heading>
      <UnlessSignedIn>
        <SignInForm isNew={true} />
        <p className={styles.links}>
          <Link to="/login">{t`I have an account already`}</Link>
        </p>
      </UnlessSignedIn>
    </div>
  )
}
