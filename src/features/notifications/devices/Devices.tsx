import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import layout from '../../../components/layout.module.css'
import { Notice } from '../../../components/States.tsx'
import { Loaded } from '../../../data/Loaded.tsx'
import { useResource } from '../../../data/useResource.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useServices } from '../../../services/services.ts'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './devices.module.css'
import { devices } from './devices.ts'

/** The browsers and phones that take push, with their states and remedies. */
export function Devices() {
  const { t } = useLingui()
  const format = useFormat()
  const listed = useResource(devices)
  const { status, asOf } = listed
  const ownKey = useOwnKey(listed.value)
  return (
    <section className={layout.section}>
      <h2>{t`Devices`}</h2>
      <Loaded of={listed} rows={2} height="card">
        {(value) => (
          <>
            {status === 'failed' && (
              <Notice>
                {asOf === null ? t`Could not be refreshed.` : t`Could not be refreshed. This is as of ${format.clock(asOf)}.`}
              </Notice>
            )}
            {value.length === 0 && <p className={layout.muted}>{t`No device takes push yet. Switch it on above.`}</p>}
            <ul className={styles.devices}>
              {value.map((device) => (
                <li key={device.id}>
                  <DeviceRow device={device} isOwn={device.deviceKey === ownKey} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The device key of this browser, which may be assigned while the list shows. */
function useOwnKey(known: unknown): string | null {
  const { storage } = useServices()
  const [key, setKey] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every new list.
  useEffect(() => {
    void storage.read('deviceKey').then(setKey, () => undefined)
  }, [storage, known])
  return key
}
