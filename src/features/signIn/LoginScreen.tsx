import { useLingui } from '@lingui/react/macro'
import { Heading } from '../../components/Heading.tsx'
import { Link } from '../../components/Link.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './signIn.module.css'
import { UnlessSignedIn } from './UnlessSignedIn.tsx'

export function LoginScreen() {
  const { t } = useLingui()
  return (
    <div className={styles.page}>
      <Heading>{t`Sign in`}</Heading>
      <UnlessSignedIn>
        <SignInForm isNew={false} />
        <p className={styles.links}>
          <Link to="/forgot-password">{t`Forgot password`}</Link>
          <Link to="/register">{t`Register`}</Link>
          <Link to="/filters/create">{t`Try it as a guest`}</Link>
        </p>
      </UnlessSignedIn>
    </div>
  )
}
