import { useLingui } from '@lingui/react/macro'
import styles from './LandingScreen.module.css'

/** Frequently asked questions. */
export function Questions() {
  const { t } = useLingui()
  const questions = [
    [t`Do I need an account?`, t`No. As a guest you make filters and are told by push. Register later and keep everything.`],
    [t`Does it bid for me?`, t`No. Lotwatch only watches. You bid at the marketplace.`],
    [
      t`What if I have no network?`,
      t`The app opens, your inbox and filters can be read, and what you change is sent as soon as you are online again.`,
    ],
    [
      t`How do I know that nothing was missed?`,
      t`Every match keeps a record: listed, seen, matched, sent, shown. A marketplace that is late is named.`,
    ],
  ] as const
  return (
    <section className={`${styles.section} ${styles.questions}`}>
      <h2>{t`Questions and answers`}</h2>
      <div>
        {questions.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
