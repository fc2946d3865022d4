import { useLingui } from '@lingui/react/macro'
import type { WordMatch } from '../../../../contract/filter.ts'
import { type KeywordFault, parseKeywords } from '../../../../contract/keywords.ts'
import { MAX_KEYWORDS_LENGTH } from '../../../../contract/vocabulary/limits.ts'
import { Check, Field, SelectField } from '../../../components/Field.tsx'
import { Highlighted } from '../../../components/Highlighted.tsx'
import { LazyDetails } from '../../../components/LazyDetails.tsx'
import { faultText } from '../keywordFaults.ts'
import { Spellings } from '../spellings/lazy.ts'
import styles from './fields.module.css'
import type { FieldsProps } from './fieldsProps.ts'
import { KeywordHelp } from './KeywordHelp.tsx'

/** The keyword input and, below it, the terms as parsed. Each fault is marked in place and described. */
export function KeywordField({ form, change, faults }: FieldsProps) {
  const { t, i18n } = useLingui()
  const isTyped = form.keywords.trim() !== ''
  // An untouched form shows no faults.
  const shown = isTyped ? faults.keywords : []
  const first = shown[0]
  return (
    <div className={styles.group}>
      <Field
        label={t`Keywords`}
        value={form.keywords}
        maxLength={MAX_KEYWORDS_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={t`rtx (3080,3090) -broken`}
        error={first && i18n._(faultText[first.code])}
        onChange={(event) => change({ keywords: event.target.value })}
      />
      {isTyped && <DrawnKeywords keywords={form.keywords} faults={shown} />}
      <KeywordHelp />
      <LazyDetails className={styles.quiet} summary={t`Bargain spellings`}>
        {() => <Spellings form={form} change={change} />}
      </LazyDetails>
      <SelectField
        label={t`Word forms`}
        value={form.wordMatch}
        onChange={(event) => change({ wordMatch: event.target.value as WordMatch })}
      >
        <option value="exact">{t`Exactly these words`}</option>
        <option value="forms">{t`Also other word forms`}</option>
        <option value="compounds">{t`Also inside compounds`}</option>
      </SelectField>
      <Check
        label={t`Look in descriptions too`}
        checked={form.searchIn === 'titleAndDescription'}
        onChange={(isOn) => change({ searchIn: isOn ? 'titleAndDescription' : 'title' })}
      />
    </div>
  )
}

function DrawnKeywords({ keywords, faults }: { keywords: string; faults: readonly KeywordFault[] }) {
  const { t } = useLingui()
  const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
  // If a fault leaves no terms, the raw text is shown with the fault marked.
  const stretches = terms.length > 0 ? terms : [{ start: 0, end: keywords.length, excluded: false }]
  return (
    <ul className={styles.drawn} aria-label={t`How the keywords are read`}>
      {stretches.map(({ start, end, excluded }) => (
        <li key={start} data-excluded={excluded || undefined}>
          <Highlighted
            text={keywords.slice(start, end)}
            stretches={faults.map((fault) => ({ start: Math.max(0, fault.start - start), end: fault.end - start }))}
          />
        </li>
      ))}
    </ul>
  )
}
