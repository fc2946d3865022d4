import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../components/Button.tsx'
import { Check } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import { preferencesAtom } from '../../../preferences/preferences.ts'
import { disablePushAtom } from '../../../push/device.ts'
import { isPermitted, pushSupport } from '../../../push/support.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { ChannelResult } from '../alerts/ChannelResult.tsx'
import { devices } from '../devices/devices.ts'
import { PushTest } from '../devices/PushTest.tsx'
import { pushResultText } from '../push/pushResultText.ts'
import { useSwitchOn } from '../push/useSwitchOn.ts'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { FrequencyField } from './FrequencyField.tsx'

/** Push to this browser. */
export function PushChannel({ settings, save }: ChannelProps) {
  const { t, i18n } = useLingui()
  const { webPush } = settings
  const { pushEnabled } = useAtomValue(preferencesAtom)
  const disable = useSetAtom(disablePushAtom)
  const reload = useSetAtom(devices.load)
  const { result, switchOn, reset } = useSwitchOn()
  const set = (part: Partial<typeof webPush>) => save({ ...settings, webPush: { ...webPush, ...part } })

  const switchOff = async () => {
    await disable()
    reset()
    await reload()
  }
  const support = pushSupport()
  const shown = result ?? (support === 'supported' ? undefined : support)
  return (
    <div className={styles.channel}>
      <div className={styles.channelHead}>
        <h3>{t`Push`}</h3>
        {pushEnabled && isPermitted() ? (
          <Button onClick={() => void switchOff()}>{t`Switch off here`}</Button>
        ) : (
          <Button variant="main" icon="bell" isBusy={result === 'asking'} onClick={() => void switchOn()}>
            {t`Switch on here`}
          </Button>
        )}
      </div>
      {shown && <p role="status">{i18n._(pushResultText[shown])}</p>}
      <Check variant="switch" label={t`Push to my devices`} checked={webPush.enabled} onChange={(enabled) => set({ enabled })} />
      <Check
        label={t`New matches`}
        checked={webPush.notifyNewMatches}
        onChange={(notifyNewMatches) => set({ notifyNewMatches })}
      />
      <Check
        label={t`Price changes`}
        hint={t`Bids that follow each other quickly come as one alert.`}
        checked={webPush.notifyPriceChanges}
        onChange={(notifyPriceChanges) => set({ notifyPriceChanges })}
      />
      <Check
        label={t`Ending soon`}
        checked={webPush.notifyEndingSoon}
        onChange={(notifyEndingSoon) => set({ notifyEndingSoon })}
      />
      <div className={layout.fields}>
        <FrequencyField channel="webPush" settings={settings} save={save} />
      </div>
      <p>
        <ChannelResult channel="webPush" />
      </p>
      <PushTest />
    </div>
  )
}
