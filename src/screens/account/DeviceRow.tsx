import { useLingui } from '@lingui/react/macro'
import type { Device } from '../../../contract/device.ts'
import { deviceName } from '../../../contract/deviceName.ts'
import { Button } from '../../components/Button.tsx'
import { useFormat } from '../../components/format.ts'
import { Icon } from '../../components/Icon.tsx'
import { useNow } from '../../components/now.ts'
import { isPermitted, pushSupport } from '../../push/support.ts'
import { forgetDeviceAtom } from '../../state/devices.ts'
import { useSetAtom } from '../../state/store.ts'
import { useSwitchOn } from '../push/useSwitchOn.ts'
import { pushResultText } from '../texts/push.ts'
import styles from './account.module.css'
import { PushTest } from './PushTest.tsx'
import { useDeviceState } from './useDeviceState.ts'

/** A device with its state and remedies. */
export function DeviceRow({ device, isOwn }: { device: Device; isOwn: boolean }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const now = useNow()
  const forget = useSetAtom(forgetDeviceAtom)
  const { result, switchOn } = useSwitchOn()
  const { id, kind, userAgent, createdAt, refreshedAt, lastContactAt, shownAt, state } = device
  const isHere = isOwn && kind !== 'native'
  const { icon, text, remedy, isWell } = useDeviceState(device, isHere ? hereOf() : 'elsewhere')
  const buttons = (
    <>
      {isHere && !isWell && pushSupport() === 'supported' && (
        <Button look="main" isBusy={result === 'asking'} onClick={() => void switchOn()}>
          {t`Register again`}
        </Button>
      )}
      <Button onClick={() => void forget(id)}>{t`Forget`}</Button>
    </>
  )
  return (
    <div className={styles.device}>
      <h3>
        {deviceName(userAgent)} {isOwn && <span className={styles.here}>{t`This device`}</span>}
      </h3>
      <p className={styles.sign} data-well={isWell || undefined}>
        <Icon name={icon} /> {text}
      </p>
      {remedy && <p>{remedy}</p>}
      <p className={styles.muted}>
        {t`Last contact ${format.relative(lastContactAt ?? refreshedAt, now)}`}
        {' · '}
        {shownAt ? t`last push shown ${format.relative(shownAt, now)}` : t`no push shown yet`}
        {' · '}
        {t`since ${format.day(createdAt)}`}
      </p>
      {state === 'gone' ? <div className={styles.buttons}>{buttons}</div> : <PushTest device={id}>{buttons}</PushTest>}
      {result && result !== 'asking' && <p role="status">{i18n._(pushResultText[result])}</p>}
    </div>
  )
}

/** Whether this browser may show notifications; `asks`: the permission was granted before and has to be requested again. */
function hereOf(): 'here' | 'denied' | 'asks' {
  if (pushSupport() === 'denied') return 'denied'
  return isPermitted() ? 'here' : 'asks'
}
