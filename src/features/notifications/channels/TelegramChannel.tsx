import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Check } from '../../../components/Field.tsx'
import layout from '../../../components/layout.module.css'
import { useSetAtom } from '../../../store/store.ts'
import type { ChannelProps } from './channelProps.ts'
import styles from './channels.module.css'
import { unlinkChannelAtom } from './chatLink.ts'
import { FrequencyField } from './FrequencyField.tsx'
import { TelegramLink } from './TelegramLink.tsx'
import { TestButton } from './TestButton.tsx'

/** Messages of the operator's bot in the user's own chat. */
export function TelegramChannel({ settings, save }: ChannelProps) {
  const { t } = useLingui()
  const { telegram } = settings
  const unlink = useSetAtom(unlinkChannelAtom)
  const [isBusy, setBusy] = useState(false)
  if (telegram.chat === '') {
    return (
      <div className={styles.channel}>
        <h3>{t`Telegram`}</h3>
        <TelegramLink />
      </div>
    )
  }
  const onDisconnect = async () => {
    setBusy(true)
    await unlink('telegram')
    setBusy(false)
  }
  return (
    <div className={styles.channel}>
      <Check
        variant="switch"
        label={<h3>{t`Telegram`}</h3>}
        checked={telegram.enabled}
        onChange={(enabled) => save({ ...settings, telegram: { ...telegram, enabled } })}
      />
      <div className={styles.channelHead}>
        <p className={styles.chat}>{t`Connected: ${telegram.chat}`}</p>
        <Button variant="quiet" isBusy={isBusy} onClick={() => void onDisconnect()}>
          {t`Disconnect`}
        </Button>
      </div>
      <div className={layout.fields}>
        <FrequencyField channel="telegram" settings={settings} save={save} />
      </div>
      <TestButton channel="telegram" />
    </div>
  )
}
