import { useLingui } from '@lingui/react/macro'
import { useAtomValue, useSetAtom } from '../store/store.ts'
import { Toasts } from './Toasts.tsx'
import { closeToastAtom, toastsAtom } from './toasts.ts'

/** The current toasts. */
export function Messages() {
  const { t } = useLingui()
  const toasts = useAtomValue(toastsAtom)
  const close = useSetAtom(closeToastAtom)
  return <Toasts toasts={toasts} undoLabel={t`Undo`} closeLabel={t`Close`} onClose={close} />
}
