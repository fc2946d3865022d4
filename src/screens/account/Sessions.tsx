import { useLingui } from '@lingui/react/macro'
import { Button } from '../../components/Button.tsx'
import { ErrorFace, Skeleton } from '../../components/Faces.tsx'
import { useFormat } from '../../components/format.ts'
import { endOtherSessionAtom, sessions } from '../../state/account.ts'
import { useAction } from '../../state/store.ts'
import { useResource } from '../../state/useResource.ts'
import styles from './account.module.css'

/** Where the account is signed in. */
export function Sessions() {
  const { t } = useLingui()
  const format = useFormat()
  const { value, status, code, retry } = useResource(sessions)
  const end = useAction(endOtherSessionAtom)
  return (
    <section className={styles.section}>
      <h2>{t`Sessions`}</h2>
      {!value && status === 'failed' && <ErrorFace code={code ?? 'internal'} onRetry={retry} />}
      {!value && status !== 'failed' && <Skeleton rows={2} height="line" />}
      <ul className={styles.list}>
        {value?.map(({ id, device, lastSeenAt, current }) => (
          <li key={id}>
            <span>
              {device}
              <br />
              <span className={styles.muted}>{current ? t`this one` : t`last seen ${format.moment(lastSeenAt)}`}</span>
            </span>
            {!current && <Button onClick={() => void end(id)}>{t`End session`}</Button>}
          </li>
        ))}
      </ul>
    </section>
  )
}
