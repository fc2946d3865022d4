import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '../../../components/Button.tsx'
import { Heading } from '../../../components/Heading.tsx'
import { PublicFrame } from '../PublicFrame.tsx'
import styles from './errors.module.css'
import { isBotVisit } from './isBotVisit.ts'

/** 404 with 'Page Not Found: {path}'. Bots get no error page. */
export function NotFoundScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { t } = useLingui()
  if (isBotVisit()) return null
  return (
    <div className={styles.page}>
      <p className={styles.number}>404</p>
      <Heading>{t`Page Not Found: ${path}`}</Heading>
      <p>
        <Trans>This page does not exist, or no longer exists.</Trans>
      </p>
      <p className={styles.ways}>
        <ButtonLink to="/auctions" variant="main">
          <Trans>To your auctions</Trans>
        </ButtonLink>
        <ButtonLink to="/">
          <Trans>To the start page</Trans>
        </ButtonLink>
      </p>
    </div>
  )
}

/** The same with its own frame. */
export function NotFoundPage() {
  return isBotVisit() ? null : (
    <PublicFrame>
      <NotFoundScreen />
    </PublicFrame>
  )
}
