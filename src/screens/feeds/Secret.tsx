import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { showToastAtom } from '../../state/announcements.ts'
import { useAction } from '../../state/store.ts'
import styles from './feeds.module.css'

type SecretProps = { label: string; hint?: ReactNode; value: string; children?: ReactNode }

/** Something to take elsewhere, with a button that copies it; further buttons beside. */
export function Secret({ label, hint, value, children }: SecretProps) {
  const { t } = useLingui()
  const toast = useAction(showToastAtom)
  const onCopy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast({ text: t`Copied` })
    } catch {
      toast({ text: t`Copying is not allowed here. Select the text and copy it yourself.`, tone: 'error' })
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
    </div>
  )
}
