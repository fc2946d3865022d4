import { useLingui } from '@lingui/react/macro'
import type { Device } from '../../../../contract/device.ts'
import { deviceName } from '../../../../contract/deviceName.ts'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import layout from '../../../components/layout.module.css'
import { useNow } from '../../../components/now.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isPermitted, pushSupport } from '../../../push/support.ts'
import { useSetAtom } from '../../../store/store.ts'
import { pushResultText } from '../push/pushResultText.ts'
import { useSwitchOn } from '../push/useSwitchOn.ts'
import styles from './devices.module.css'
import { forgetDeviceAtom } from './devices.ts'
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
        <Button variant="main" isBusy={result === 'asking'} onClick={() => void switchOn()}>
          {t`Register again`}
        </Button>
      )}
      <Button onClick={() => void forget(id)}>{t`Forget`}</Button>
    </>
  )
  return (
    <div className={styles.device}>
      <h3>
        {deviceName(userAgent)} {isOwn && <span className={layout.here}>{t`This device`}</span>}
      </h3>
      <p className={styles.sign} data-well={isWell || undefined}>
        <Icon name={icon} /> {text}
      </p>
      {remedy && <p>{remedy}</p>}
      <p className={layout.muted}>
        {t`Last contact ${format.relative(lastContactAt ?? refreshedAt, now)}`}
        {' · '}
        {shownAt ? t`last push shown ${format.relative(shownAt, now)}` : t`no push shown yet`}
        {' · '}
        {t`since ${format.day(createdAt)}`}
      </p>
      {state === 'gone' ? <div className={layout.buttons}>{buttons}</div> : <PushTest device={id}>{buttons}</PushTest>}
      {result && result !== 'asking' && <p role="status">{i18n._(pushResultText[result])}</p>}
    </div>
  )
}

/** Whether this browser may show notifications; `asks`: the permission was granted before and has to be requested again. */
function hereOf(): 'here' | 'denied' | 'asks' {
  if (pushSupport() === 'denied') return 'denied'
  return isPermitted() ? 'here' : 'asks'
}
