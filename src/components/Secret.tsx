import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import styles from './Secret.module.css'

type SecretProps = { label: string; hint?: ReactNode; value: string; children?: ReactNode }

/** A secret value with a button that copies it, and further buttons. */
export function Secret({ label, hint, value, children }: SecretProps) {
  const { t } = useLingui()
  // Shown here and not in a toast, because a dialog covers toasts.
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const onCopy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <div className={styles.secret}>
      <Field label={label} hint={hint} value={value} readOnly spellCheck={false} onFocus={(event) => event.target.select()} />
      <div className={styles.buttons}>
        <Button icon="copy" onClick={() => void onCopy()}>
          {t`Copy`}
        </Button>
        {children}
      </div>
      <p className={styles.hint} role="status">
        {outcome === 'copied' && t`Copied`}
        {outcome === 'refused' && t`Copying is not allowed here. Select the text and copy it yourself.`}
      </p>
    </div>
  )
}
