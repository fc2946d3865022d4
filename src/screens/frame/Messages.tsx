import { useLingui } from '@lingui/react/macro'
import { Toasts } from '../../components/Toasts.tsx'
import { closeToastAtom, toastsAtom } from '../../state/announcements.ts'
import { useAtomValue, useSetAtom } from '../../state/store.ts'

/** The current toasts. */
export function Messages() {
  const { t } = useLingui()
  const toasts = useAtomValue(toastsAtom)
  const close = useSetAtom(closeToastAtom)
  return <Toasts toasts={toasts} undoLabel={t`Undo`} closeLabel={t`Close`} onClose={close} />
}
