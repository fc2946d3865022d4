import { useLingui } from '@lingui/react/macro'
import type { Channel } from '../../../contract/notifications.ts'
import { Button } from '../../components/Button.tsx'
import { useFormat } from '../../components/format.ts'
import { errorText } from '../../i18n/texts.ts'
import { testChannelAtom, testResultsAtom } from '../../state/notifications.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'
import { ChannelResult } from '../alerts/ChannelResult.tsx'
import { testStatusText } from '../texts/delivery.ts'
import styles from './account.module.css'

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
      <p className={styles.muted} role="status">
        {result?.status === 'done' && `${format.clock(result.at)}: ${i18n._(testStatusText[result.result])} ${result.detail}`}
        {result?.status === 'failed' && i18n._(errorText(result.code))}
      </p>
    </div>
  )
}
