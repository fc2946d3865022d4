import { useLingui } from '@lingui/react/macro'
import styles from './KeywordHelp.module.css'

/** The keyword language by examples, each of which works unchanged. */
export function KeywordHelp() {
  const { t } = useLingui()
  const rules = [
    ['rtx 3080', t`both words, in any order`],
    [t`"point and shoot"`, t`exactly these words, side by side`],
    ['(leica,rollei)', t`one of these words`],
    [t`leica -broken`, t`without the word after the minus`],
    [t`leica -(case,box)`, t`without any of the words in brackets`],
    [t`camera*`, t`words that begin like this`],
  ] as const
  return (
    <details className={styles.help}>
      <summary>{t`How to write keywords`}</summary>
      <dl>
        {rules.map(([example, meaning]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
