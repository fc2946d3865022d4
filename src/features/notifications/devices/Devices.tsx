import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import layout from '../../../components/layout.module.css'
import { ErrorLine, Notice, Skeleton } from '../../../components/States.tsx'
import { devicesChangedAtom } from '../../../data/streamState.ts'
import { useResource } from '../../../data/useResource.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './devices.module.css'
import { devices, readDeviceKeyAtom } from './devices.ts'

/** The browsers and phones that take push, with their states and remedies. */
export function Devices() {
  const { t } = useLingui()
  const format = useFormat()
  const { value, status, code, asOf, retry } = useResource(devices)
  const ownKey = useOwnKey(value)
  useLiveReading()
  return (
    <section className={layout.section}>
      <h2>{t`Devices`}</h2>
      {!value && status === 'failed' && <ErrorLine code={code ?? 'internal'} onRetry={retry} />}
      {!value && status !== 'failed' && <Skeleton rows={2} height="card" />}
      {value && status === 'failed' && (
        <Notice>
          {asOf === null ? t`Could not be refreshed.` : t`Could not be refreshed. This is as of ${format.clock(asOf)}.`}
        </Notice>
      )}
      {value?.length === 0 && <p className={layout.muted}>{t`No device takes push yet. Switch it on above.`}</p>}
      <ul className={styles.devices}>
        {value?.map((device) => (
          <li key={device.id}>
            <DeviceRow device={device} isOwn={device.deviceKey === ownKey} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The device key of this browser, which may be assigned while the list shows. */
function useOwnKey(known: unknown): string | null {
  const read = useSetAtom(readDeviceKeyAtom)
  const [key, setKey] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every new list.
  useEffect(() => {
    void read().then(setKey, () => undefined)
  }, [read, known])
  return key
}

/** Reloads the devices when a live event says that one has changed. */
function useLiveReading() {
  const changed = useAtomValue(devicesChangedAtom)
  const reload = useSetAtom(devices.load)
  const [seen, setSeen] = useState(changed)
  useEffect(() => {
    if (changed === seen) return
    setSeen(changed)
    void reload()
  }, [changed, seen, reload])
}
