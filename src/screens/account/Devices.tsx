import { useLingui } from '@lingui/react/macro'
import { Button } from '../../components/Button.tsx'
import { ErrorFace, Skeleton } from '../../components/Faces.tsx'
import { useFormat } from '../../components/format.ts'
import { devices, forgetDeviceAtom } from '../../state/notifications.ts'
import { useAction } from '../../state/store.ts'
import { useResource } from '../../state/useResource.ts'
import { deviceName } from '../texts/deviceName.ts'
import styles from './account.module.css'

/** The browsers and phones that take push. */
export function Devices() {
  const { t } = useLingui()
  const format = useFormat()
  const { value, status, code, retry } = useResource(devices)
  const forget = useAction(forgetDeviceAtom)
  return (
    <section className={styles.section}>
      <h2>{t`Devices`}</h2>
      {!value && status === 'failed' && <ErrorFace code={code ?? 'internal'} onRetry={retry} />}
      {!value && status !== 'failed' && <Skeleton rows={2} height="line" />}
      {value?.length === 0 && <p className={styles.muted}>{t`No device takes push yet. Switch it on above.`}</p>}
      <ul className={styles.list}>
        {value?.map(({ id, userAgent, refreshedAt }) => (
          <li key={id}>
            <span>
              {deviceName(userAgent)}
              <br />
              <span className={styles.muted}>{t`refreshed ${format.moment(refreshedAt)}`}</span>
            </span>
            <Button onClick={() => void forget(id)}>{t`Forget`}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
