import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../../components/Dialog.tsx'
import { shortcutsAtom } from '../../../preferences/preferences.ts'
import { useAtomValue } from '../../../store/store.ts'
import styles from './KeyHelp.module.css'

/** The keyboard shortcuts, beside the list on a wide page. */
export function KeyHelp() {
  const { t } = useLingui()
  const areOn = useAtomValue(shortcutsAtom)
  const keys: readonly (readonly [string, string])[] = [
    ['j', t`Next auction`],
    ['k', t`Previous auction`],
    ['Enter', t`Open it here`],
    ['o', t`Open it at the marketplace`],
    ['s', t`Save it`],
    ['h', t`Hide it`],
    ['?', t`Show these keys`],
  ]
  return (
    <section className={styles.help}>
      <p>
        <Trans>Choose an auction to see its pictures, price history and alerts here.</Trans>
      </p>
      {areOn && (
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** The same as a dialog, opened with "?". */
export function KeyHelpDialog({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Keys`} closeLabel={t`Close`} onClose={onClose}>
      <KeyHelp />
    </Dialog>
  )
}
