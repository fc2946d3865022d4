import { TOAST_MS, TOAST_UNDO_MS } from '../limits.ts'
import { atom } from './store.ts'

export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'error'
  /** Takes back what the toast tells of. */
  undo?: () => void
  /** Until when it shows, in milliseconds from its start. */
  forMs: number
}

let lastId = 0

export const toastsAtom = atom<readonly Toast[]>([])

/** Shows a text for a while; the live region reads it out. */
export const showToastAtom = atom(null, (get, set, toast: Pick<Toast, 'text' | 'undo'> & { tone?: Toast['tone'] }) => {
  lastId += 1
  const shown: Toast = { tone: 'plain', ...toast, id: lastId, forMs: toast.undo ? TOAST_UNDO_MS : TOAST_MS }
  // One undo at a time: the newest is the one that a hand reaches for.
  const others = get(toastsAtom).filter((other) => !other.undo && other.text !== toast.text)
  set(toastsAtom, [...others, shown])
})

export const closeToastAtom = atom(null, (get, set, id: number) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  )
})
