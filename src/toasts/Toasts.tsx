import { useEffect } from 'react'
import { Button } from '../components/Button.tsx'
import styles from './Toasts.module.css'

type ToastView = { id: number; text: string; tone: 'plain' | 'error'; undo?: () => void; forMs: number }
type ToastsProps = { toasts: readonly ToastView[]; undoLabel: string; closeLabel: string; onClose(id: number): void }

/** Short temporary messages, in the page's only polite live region. */
export function Toasts({ toasts, undoLabel, closeLabel, onClose }: ToastsProps) {
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} undoLabel={undoLabel} closeLabel={closeLabel} onClose={onClose} />
      ))}
    </div>
  )
}

function ToastLine({ toast, undoLabel, closeLabel, onClose }: Omit<ToastsProps, 'toasts'> & { toast: ToastView }) {
  const { id, forMs, undo } = toast
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), forMs)
    return () => clearTimeout(timer)
  }, [id, forMs, onClose])
  return (
    <div className={styles.toast} data-tone={toast.tone}>
      <p>{toast.text}</p>
      {undo && (
        <Button
          variant="quiet"
          onClick={() => {
            undo()
            onClose(id)
          }}
        >
          {undoLabel}
        </Button>
      )}
      <Button variant="quiet" icon="close" iconOnly onClick={() => onClose(id)}>
        {closeLabel}
      </Button>
    </div>
  )
}
