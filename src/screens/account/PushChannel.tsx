import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Check } from '../../components/Field.tsx'
import { disablePushAtom, enablePushAtom, type PushResult } from '../../push/device.ts'
import { pushSupport } from '../../push/support.ts'
import { devices } from '../../state/notifications.ts'
import { preferencesAtom } from '../../state/preferences.ts'
import { useAction, useValue } from '../../state/store.ts'
import styles from './account.module.css'
import type { ChannelProps } from './channelProps.ts'
import { FrequencyField } from './FrequencyField.tsx'
import { TestButton } from './TestButton.tsx'

/** Push to this browser. */
export function PushChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { webPush } = settings
  const { pushEnabled } = useValue(preferencesAtom)
  const enable = useAction(enablePushAtom)
  const disable = useAction(disablePushAtom)
  const reload = useAction(devices.load)
  const [result, setResult] = useState<PushResult | 'asking'>()
  const set = (part: Partial<typeof webPush>) => save({ ...settings, webPush: { ...webPush, ...part } })

  const switchOn = async () => {
    setResult('asking')
    const enabled = await enable()
    setResult(enabled)
    if (enabled !== 'subscribed') return
    set({ enabled: true, subscribed: true })
    await reload()
  }
  const switchOff = async () => {
    await disable()
    setResult(undefined)
    await reload()
  }
  const support = pushSupport()
  const shown = result ?? (support === 'supported' ? undefined : support)
  const texts: Record<PushResult | 'asking', string> = {
    asking: t`Waiting for the browser's permission`,
    subscribed: t`Push is on in this browser.`,
    denied: t`Your browser blocks notifications from here. Allow them in its settings for this site.`,
    unsupported: t`This browser has no push. Use email or Discord, or another browser.`,
    installFirst: t`On this phone push works once the app is on the home screen: Share, then Add to Home Screen.`,
    unavailable: t`The push service cannot be reached now. Try again later.`,
  }
  return (
    <div className={styles.channel}>
      <div className={styles.channelHead}>
        <h3>{t`Push`}</h3>
        {pushEnabled ? (
          <Button onClick={() => void switchOff()}>{t`Switch off here`}</Button>
        ) : (
          <Button look="main" icon="bell" isBusy={result === 'asking'} onClick={() => void switchOn()}>
            {t`Switch on here`}
          </Button>
        )}
      </div>
      {shown && <p role="status">{texts[shown]}</p>}
      <Check look="switch" label={t`Push to my devices`} isOn={webPush.enabled} onChange={(enabled) => set({ enabled })} />
      <Check label={t`New matches`} isOn={webPush.notifyNewMatches} onChange={(notifyNewMatches) => set({ notifyNewMatches })} />
      <Check
        label={t`Price changes`}
        hint={t`Bids that follow each other quickly come as one alert.`}
        isOn={webPush.notifyPriceChanges}
        onChange={(notifyPriceChanges) => set({ notifyPriceChanges })}
      />
      <Check label={t`Ending soon`} isOn={webPush.notifyEndingSoon} onChange={(notifyEndingSoon) => set({ notifyEndingSoon })} />
      <div className={styles.fields}>
        <FrequencyField channel="webPush" settings={settings} save={save} />
      </div>
      <TestButton channel="webPush" />
    </div>
  )
}
