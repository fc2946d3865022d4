import { Trans, useLingui } from '@lingui/react/macro'
import type { Filter } from '../../../../contract/filter.ts'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Notice } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { errorText } from '../../../i18n/texts.ts'
import { sessionKindAtom } from '../../../session/session.ts'
import { useAtomValue } from '../../../store/store.ts'
import { plans, useStats } from '../../subscriptions/index.ts'
import type { Saved } from '../edit.ts'

type SaveOutcomeProps = { outcome: Saved; onOverwrite(current: Filter): void; onTakeTheirs(current: Filter): void }

/** Why the form was not saved, and what to do next. The form keeps its input. */
export function SaveOutcome({ outcome, onOverwrite, onTakeTheirs }: SaveOutcomeProps) {
  const { i18n, t } = useLingui()
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
  if (code === 'filter_limit_reached') return <LimitReached />
  return (
    <div role="alert">
      <Notice tone="ending">
        {i18n._(errorText(errors.some((error) => error.code === 'location_unknown') ? 'location_unknown' : code))}
      </Notice>
    </div>
  )
}

function LimitReached() {
  const { t } = useLingui()
  const kind = useAtomValue(sessionKindAtom)
  const limit = useStats()?.listenerLimit
  const { value: offered = [] } = useResource(plans, { isOpen: true })
  const isLargest = limit !== undefined && offered.length > 0 && offered.every(({ filterLimit }) => filterLimit <= limit)
  const action = isLargest ? (
    <ButtonLink to="/filters">{t`See filters`}</ButtonLink>
  ) : (
    <>
      {kind === 'guest' && <ButtonLink to="/register">{t`Register`}</ButtonLink>}
      <ButtonLink to="/subscriptions" variant="main">
        {t`See plans`}
      </ButtonLink>
    </>
  )
  return (
    <div role="alert">
      <Notice tone="ending" action={action}>
        {isLargest ? (
          <Trans>You have reached {limit} filters, the most there is. Delete one to save this.</Trans>
        ) : (
          <Trans>Your plan is full. Choose a larger plan, or delete a filter. What you typed is kept.</Trans>
        )}
      </Notice>
    </div>
  )
}
