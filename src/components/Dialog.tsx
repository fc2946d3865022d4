import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'

type DialogProps = { title: ReactNode; closeLabel: string; onClose(): void; children: ReactNode }

/** The browser's native modal dialog: it traps focus, closes on Escape, and restores focus. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button variant="quiet" icon="close" iconOnly onClick={onClose}>
          {closeLabel}
        </Button>
      </header>
      {children}
    </dialog>
  )
}

/** The buttons at the bottom of a dialog. */
export function DialogChoice({ children }: { children: ReactNode }) {
  return <div className={styles.choice}>{children}</div>
}
