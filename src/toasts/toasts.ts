import { TOAST_MS, TOAST_UNDO_MS } from '../limits.ts'
import { atom } from '../store/store.ts'

type Toast = {
  id: number
  text: string
  tone: 'plain' | 'error'
  /** Undoes the action that the toast reports. */
  undo?: () => void
  /** How long it shows, milliseconds. */
  forMs: number
}

let lastId = 0

export const toastsAtom = atom<readonly Toast[]>([])

/** Shows a toast; the live region announces it. */
export const showToastAtom = atom(null, (get, set, toast: Pick<Toast, 'text' | 'undo'> & { tone?: Toast['tone'] }) => {
  lastId += 1
  const shown: Toast = { tone: 'plain', ...toast, id: lastId, forMs: toast.undo ? TOAST_UNDO_MS : TOAST_MS }
  // Only the newest toast with an undo stays: a user expects "undo" to mean the last action.
  const others = get(toastsAtom).filter((other) => !other.undo && other.text !== toast.text)
  set(toastsAtom, [...others, shown])
})

export const closeToastAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  )
})
