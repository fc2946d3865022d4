import { Trans, useLingui } from '@lingui/react/macro'
import type { Filter } from '../../../contract/filter.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Notice } from '../../components/States.tsx'
import { errorText } from '../../i18n/texts.ts'
import type { Saved } from '../../state/filters/edit.ts'
import { sessionKindAtom } from '../../state/session/session.ts'
import { useAtomValue } from '../../state/store.ts'

type SaveOutcomeProps = { outcome: Saved; onOverwrite(current: Filter): void; onTakeTheirs(current: Filter): void }

/** Why the form was not saved, and the ways on. The form keeps all that was typed. */
export function SaveOutcome({ outcome, onOverwrite, onTakeTheirs }: SaveOutcomeProps) {
  const { i18n, t } = useLingui()
  const kind = useAtomValue(sessionKindAtom)
  if (outcome.kind === 'conflict') {
    const { current } = outcome
    return (
      <div role="alert">
        <Notice
          action={
            current && (
              <>
                <Button onClick={() => onOverwrite(current)}>{t`Use mine`}</Button>
                <Button onClick={() => onTakeTheirs(current)}>{t`Show the other`}</Button>
              </>
            )
          }
        >
          <Trans>This filter was changed elsewhere in the meantime.</Trans>
        </Notice>
      </div>
    )
  }
  if (outcome.kind !== 'refused') return null
  const { code, errors } = outcome.error
  const isLimit = code === 'filter_limit_reached'
  return (
    <div role="alert">
      <Notice
        tone="ending"
        action={
          isLimit && (
            <>
              {kind === 'guest' && <ButtonLink to="/register">{t`Register`}</ButtonLink>}
              <ButtonLink to="/subscriptions" look="main">
                {t`See plans`}
              </ButtonLink>
            </>
          )
        }
      >
        {isLimit ? (
          <Trans>Your plan is full. A larger plan holds more filters; what you typed here is kept.</Trans>
        ) : (
          i18n._(errorText(errors.some((error) => error.code === 'location_unknown') ? 'location_unknown' : code))
        )}
      </Notice>
    </div>
  )
}
