import { useState } from 'react'
import { useSetAtom } from '../../../store/store.ts'
import { enablePushAtom, type PushResult } from './enablePush.ts'

/** Switches push on in this browser after a tap, and holds the result. */
export function useSwitchOn() {
  const enable = useSetAtom(enablePushAtom)
  const [result, setResult] = useState<PushResult | 'asking'>()
  const switchOn = async (): Promise<PushResult> => {
    setResult('asking')
    const enabled = await enable()
    setResult(enabled)
    return enabled
  }
  return { result, switchOn, reset: () => setResult(undefined) }
}
