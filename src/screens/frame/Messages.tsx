import { useLingui } from '@lingui/react/macro'
import { Toasts } from '../../components/Toasts.tsx'
import { closeToastAtom, toastsAtom } from '../../state/announcements.ts'
import { useAction, useValue } from '../../state/store.ts'

/** The toasts of the state. */
export function Messages() {
  const { t } = useLingui()
  const toasts = useValue(toastsAtom)
  const close = useAction(closeToastAtom)
  return <Toasts toasts={toasts} undoLabel={t`Undo`} closeLabel={t`Close`} onClose={close} />
}
