import { Plural, Trans } from '@lingui/react/macro'
import type { Fix } from '../../../../contract/explain.ts'
import { Button } from '../../../components/Button.tsx'
import { useFormat } from '../../../i18n/format.ts'
import styles from './explain.module.css'
import { useFixText } from './useFixText.ts'

type FixButtonProps = { fix: Fix; since: string; isOff: boolean; onApply(fix: Fix): void }

/** One change of the filter, and the matches that it would have added or hidden. */
export function FixButton({ fix, since, isOff, onApply }: FixButtonProps) {
  const text = useFixText()
  const format = useFormat()
  const day = format.day(since)
  const { added, hidden } = fix
  return (
    <div className={styles.fix}>
      <Button icon={fix.added > 0 || fix.hidden === 0 ? 'plus' : 'hide'} disabled={isOff} onClick={() => onApply(fix)}>
        {text(fix)}
      </Button>
      <p className={styles.effect}>
        {added > 0 && (
          <Plural
            value={added}
            one={`would have added # auction since ${day}`}
            other={`would have added # auctions since ${day}`}
          />
        )}
        {hidden > 0 && (
          <Plural
            value={hidden}
            one={`would have hidden # match since ${day}`}
            other={`would have hidden # matches since ${day}`}
          />
        )}
        {added + hidden === 0 && <Trans>would have changed nothing else since {day}</Trans>}
      </p>
    </div>
  )
}
