import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Fix } from '../../../../contract/explain.ts'
import { Button } from '../../../components/Button.tsx'
import { inTree } from '../../../components/Link.tsx'
import { Notice, Skeleton } from '../../../components/States.tsx'
import { useResource } from '../../../data/useResource.ts'
import { useSetAtom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import { ExplanationView } from './ExplanationView.tsx'
import styles from './explain.module.css'
import { plannedChangeAtom } from './explain.ts'
import { failureText } from './failureText.ts'
import { useExplanation } from './useExplanation.ts'

/** Why an auction met each criterion of a filter. A fix that excludes similar auctions opens the filter's form. */
export function WhyExactly({ auctionId, filterId }: { auctionId: string; filterId: string }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const plan = useSetAtom(plannedChangeAtom)
  const toast = useSetAtom(showToastAtom)
  const { answer, isLoading, ask } = useExplanation()
  useResource(filterOptions)

  useEffect(() => void ask({ auctionId, filterId }), [ask, auctionId, filterId])

  const apply = async ({ change }: Fix) => {
    plan({ filterId, change })
    toast({ text: t`Changed in the form. Save it to keep it.` })
    await navigate({ to: inTree('/filters/create'), search: { from: filterId } })
  }
  return (
    <div className={styles.asking} aria-busy={isLoading}>
      {isLoading && !answer && <Skeleton rows={3} height="line" />}
      {answer?.kind === 'failed' && (
        <div role="alert">
          <Notice
            tone="ending"
            action={
              <Button isBusy={isLoading} onClick={() => void ask({ auctionId, filterId })}>
                {t`Try again`}
              </Button>
            }
          >
            {i18n._(failureText(answer))}
          </Notice>
        </div>
      )}
      {answer?.kind === 'explained' && (
        <ExplanationView explanation={answer.explanation} isStale={isLoading} onApply={(fix) => void apply(fix)} />
      )}
    </div>
  )
}
