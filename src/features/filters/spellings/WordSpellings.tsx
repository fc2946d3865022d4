import { Plural, useLingui } from '@lingui/react/macro'
import { ChipToggle } from '../../../components/Chip.tsx'
import { useFormat } from '../../../i18n/format.ts'
import fieldStyles from '../editor/fields.module.css'
import styles from './Spellings.module.css'
import type { ListedWord, SpellingChoice } from './spellings.ts'

type WordSpellingsProps = {
  word: ListedWord
  choices: readonly SpellingChoice[]
  onSwitch(spellings: readonly string[], isOn: boolean): void
}

/** One word: found misspellings (with one switch for all), then possible ones, then spellings that are not misspellings. */
export function WordSpellings({ word, choices, onSwitch }: WordSpellingsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const found = choices.filter(({ count, isOwnWord }) => count > 0 && !isOwnWord)
  const areAllOn = found.every(({ isOn }) => isOn)
  const rest = [
    { label: t`Not seen yet`, choices: choices.filter(({ count }) => count === 0) },
    { label: t`So frequent that they are words of their own`, choices: choices.filter(({ isOwnWord }) => isOwnWord) },
  ]
  const chip = ({ spelling, count, isOn, isDisabled }: SpellingChoice) => (
    <ChipToggle key={spelling} pressed={isOn} isDisabled={isDisabled} onToggle={() => onSwitch([spelling], !isOn)}>
      <span lang="">{spelling}</span> {count > 0 && <span className={styles.count}>{format.number(count)}</span>}
    </ChipToggle>
  )
  return (
    <fieldset className={fieldStyles.group}>
      <legend>
        {word.text}{' '}
        <span className={fieldStyles.any}>
          <Plural value={word.count} _0="in no title" one="in # title" other="in # titles" />
        </span>
      </legend>
      {found.length > 0 && (
        <div className={fieldStyles.chips}>
          {found.length > 1 && (
            <ChipToggle
              pressed={areAllOn}
              isDisabled={found.every(({ isOn, isDisabled }) => isOn || isDisabled) && !areAllOn}
              onToggle={() =>
                onSwitch(
                  found.map(({ spelling }) => spelling),
                  !areAllOn,
                )
              }
            >
              {t`all that were found`}
            </ChipToggle>
          )}
          {found.map(chip)}
        </div>
      )}
      {rest.map(
        ({ label, choices: some }) =>
          some.length > 0 && (
            <div key={label} className={styles.rest}>
              <p className={styles.note}>{label}</p>
              <div className={fieldStyles.chips}>{some.map(chip)}</div>
            </div>
          ),
      )}
    </fieldset>
  )
}
