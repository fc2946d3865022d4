import { useLingui } from '@lingui/react/macro'
import { type KeywordTerm, parseKeywords } from '../../../../contract/keywords.ts'
import styles from './KeywordChips.module.css'

/** Keywords as the matcher reads them, one chip per term. Exclusions are struck through and announced as such. */
export function KeywordChips({ keywords }: { keywords: string }) {
  const { t } = useLingui()
  // Only displays the terms; whether keywords on their own suffice is validated by the form.
  const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
  if (terms.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t`Keywords`}>
      {terms.map((term) => (
        <li key={term.start} className={styles.chip} data-excluded={term.excluded || undefined} data-kind={term.value.kind}>
          {term.excluded && <span className={styles.not}>{t`not`} </span>}
          <span>{textOf(keywords, term)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The term as typed, without its minus. */
const textOf = (keywords: string, { start, end, excluded }: KeywordTerm) => keywords.slice(excluded ? start + 1 : start, end)
