import { useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../../components/Button.tsx'
import { ErrorState } from '../../components/States.tsx'
import type { ErrorTextCode } from '../../i18n/texts.ts'

/** Why a visitor could not become a guest, and what to do next. */
export function NoSession({ code, onRetry }: { code: ErrorTextCode; onRetry(): void }) {
  const { t } = useLingui()
  return (
    <ErrorState
      code={code}
      onRetry={onRetry}
      actions={
        <>
          <ButtonLink to="/login">{t`Sign in`}</ButtonLink>
          <ButtonLink to="/register">{t`Register`}</ButtonLink>
        </>
      }
    >
      {t`You can sign in or register instead.`}
    </ErrorState>
  )
}
