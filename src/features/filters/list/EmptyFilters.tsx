import { useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/States.tsx'
import { useExamples } from '../../../i18n/useExamples.ts'

/** No filter yet: three examples, each of which opens the form with its preview. */
export function EmptyFilters() {
  const { t } = useLingui()
  const examples = useExamples()
  return (
    <EmptyState
      icon="filters"
      title={t`No filters yet`}
      action={examples.map(({ name, keywords }) => (
        <ButtonLink key={name} to="/filters/create" search={{ keywords }} icon="search">
          {name}
        </ButtonLink>
      ))}
    >
      {t`A filter says what to watch for. Start with your own words, or with one of these.`}
    </EmptyState>
  )
}
