import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { deviceName } from '../../../../contract/deviceName.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { errorText } from '../../../i18n/texts.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { testStatusText } from '../texts.ts'
import styles from './devices.module.css'
import { devices, pushTestAtom, testDevicesAtom, testedDevices } from './devices.ts'
import { TestOutcome } from './TestOutcome.tsx'

/** Sends a test to all devices, or to one, and shows each result; `children`: further buttons. */
export function PushTest({ device, children }: { device?: string; children?: ReactNode }) {
  const { t, i18n } = useLingui()
  const { value = [] } = useAtomValue(devices.atom)
  const last = useAtomValue(pushTestAtom)
  const run = useSetAtom(testDevicesAtom)
  const test = last?.of === (device ?? 'all') ? last : null
  const tested = test && test.status !== 'sending' ? testedDevices(test, value) : []
  return (
    <div>
      <div className={layout.buttons}>
        <Button isBusy={test?.status === 'sending'} onClick={() => void run(device)}>
          {device === undefined ? t`Send a test message` : t`Send a test`}
        </Button>
        {children}
      </div>
      <div role="status" className={`${layout.muted} ${styles.testResult}`}>
        {test?.status === 'failed' && <p>{i18n._(errorText(test.code ?? 'internal'))}</p>}
        {test?.result === 'notSet' && <p>{i18n._(testStatusText.notSet)}</p>}
        {tested.map((one) => (
          <TestOutcome
            key={one.id}
            name={deviceName(one.userAgent)}
            kind={one.kind}
            test={one.test}
            isAwaited={test?.status === 'waiting'}
          />
        ))}
      </div>
    </div>
  )
}
