import { useLingui } from '@lingui/react/macro'
import styles from './KeywordHelp.module.css'

/** The keyword language in five lines. */
export function KeywordHelp() {
  const { t } = useLingui()
  const rules = [
    ['rtx 3080', t`both words`],
    ['"point and shoot"', t`these words side by side`],
    ['(leica,rollei)', t`one of them`],
    ['-broken', t`not this word`],
    ['-(case,box)', t`none of these`],
    ['kamera*', t`words that begin so`],
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
