import { useLingui } from '@lingui/react/macro'
import type { Channel } from '../../../../contract/notifications.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { ChannelResult } from '../alerts/ChannelResult.tsx'
import { testChannelAtom, testResultsAtom } from '../settings.ts'
import { testStatusText } from '../texts.ts'
import styles from './channels.module.css'

/** The result of a channel's last alert, and a button that sends a test message and shows its result. */
export function TestButton({ channel }: { channel: Channel }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const result = useAtomValue(testResultsAtom)[channel]
  const test = useSetAtom(testChannelAtom)
  return (
    <div className={styles.test}>
      <p>
        <ChannelResult channel={channel} />
      </p>
      <Button isBusy={result?.status === 'sending'} onClick={() => void test(channel)}>
        {t`Send a test message`}
      </Button>
      <p className={layout.muted} role="status">
        {result?.status === 'done' && `${format.clock(result.at)}: ${i18n._(testStatusText[result.result])} ${result.detail}`}
        {result?.status === 'failed' && i18n._(errorText(result.code))}
      </p>
    </div>
  )
}
