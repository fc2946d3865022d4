import { useLingui } from '@lingui/react/macro'
import { parseKeywords } from '../../../../contract/keywords.ts'
import { MAX_KEYWORDS_LENGTH, MAX_KEYWORDS_WORDS } from '../../../../contract/vocabulary/limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice, Skeleton } from '../../../components/States.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/texts.ts'
import type { FieldsProps } from '../editor/fieldsProps.ts'
import styles from './Spellings.module.css'
import { switchSpellings } from './spelledKeywords.ts'
import { choicesOf } from './spellings.ts'
import { useSpellings } from './useSpellings.ts'
import { WordSpellings } from './WordSpellings.tsx'

/** Misspellings of the keywords' words, each with a switch that adds it to the keywords or removes it. */
export function Spellings({ form, change }: Pick<FieldsProps, 'form' | 'change'>) {
  const { t } = useLingui()
  const isFaultless = parseKeywords(form.keywords, { hasOtherCriterion: true }).faults.length === 0
  return (
    <div className={styles.spellings}>
      <p>{t`Auctions with a mistyped title find few bidders. Choose spellings to look for as well.`}</p>
      {isFaultless ? (
        <SpellingsOfWords form={form} change={change} />
      ) : (
        <p className={styles.note}>{t`First the fault in the keywords has to be mended.`}</p>
      )}
    </div>
  )
}

function SpellingsOfWords({ form: { keywords, wordMatch }, change }: Pick<FieldsProps, 'form' | 'change'>) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { words, isLoading, failure, isEmpty, since, retry } = useSpellings(keywords, wordMatch)
  const offered = words.map((word) => ({ word, choices: choicesOf(keywords, word) }))
  const all = offered.flatMap(({ choices }) => choices)

  if (isEmpty) {
    return (
      <p className={styles.note}>
        {t`There is nothing to suggest: it takes a word of at least 4 letters, not in quotes and not excluded.`}
      </p>
    )
  }
  return (
    <>
      {failure && (
        <div role="alert">
          <Notice tone="ending" action={<Button onClick={retry}>{t`Try again`}</Button>}>
            {i18n._(errorText(failure))}
          </Notice>
        </div>
      )}
      {isLoading && words.length === 0 && <Skeleton rows={2} height="line" />}
      <div className={styles.words} aria-busy={isLoading}>
        {offered.map(({ word, choices }) => (
          <WordSpellings
            key={word.token}
            word={word}
            choices={choices}
            onSwitch={(spellings, isOn) => change({ keywords: switchSpellings(keywords, word.token, spellings, isOn) })}
          />
        ))}
      </div>
      <div role="status" className={styles.note}>
        {words.length > 0 && all.every(({ count }) => count === 0) && (
          <p>{t`No misspellings of these words in the stored titles.`}</p>
        )}
        {all.some(({ isDisabled }) => isDisabled) && (
          <p>{t`The keywords are full: ${MAX_KEYWORDS_LENGTH} characters and ${MAX_KEYWORDS_WORDS} words at most.`}</p>
        )}
      </div>
      {since !== undefined && words.length > 0 && (
        <p className={styles.note}>{t`The numbers say how many titles had the spelling since ${format.day(since)}.`}</p>
      )}
    </>
  )
}
