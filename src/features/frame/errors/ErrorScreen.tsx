import { Trans } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Heading } from '../../../components/Heading.tsx'
import { ErrorState } from '../../../components/States.tsx'
import styles from './errors.module.css'
import { isBotVisit } from './isBotVisit.ts'

/** Shows that the server is unreachable, with a retry; any other unhandled error as 500. Bots get neither. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  if (isBotVisit()) return null
  const again = () => {
    reset()
    void router.invalidate()
  }
  const isUnreachable = error instanceof ApiError && error.status === 0
  if (isUnreachable) return <ErrorState code={error.code} onRetry={again} />
  return (
    <div className={styles.page} role="alert">
      <p className={styles.number}>500</p>
      <Heading>
        <Trans>Something went wrong on this page</Trans>
      </Heading>
      <p>
        <Trans>Your auctions and filters are safe. Try again, or reload the page.</Trans>
      </p>
      <p className={styles.ways}>
        <Button variant="main" onClick={again}>
          <Trans>Try again</Trans>
        </Button>
        <Button onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
        <ButtonLink to="/">
          <Trans>To the start page</Trans>
        </ButtonLink>
      </p>
    </div>
  )
}
