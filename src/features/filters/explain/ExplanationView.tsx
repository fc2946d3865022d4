import { useLingui } from '@lingui/react/macro'
import type { ReactNode, RefObject } from 'react'
import type { AuctionExplanation, ExplainedCriterion, Fix } from '../../../../contract/explain.ts'
import { Highlighted } from '../../../components/Highlighted.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { criterionText } from '../../../i18n/criteria.ts'
import styles from './explain.module.css'
import { FixButton } from './FixButton.tsx'
import { useFactText } from './useFactText.ts'

type ExplanationViewProps = {
  explanation: AuctionExplanation
  /** The form has changed since, so the fixes no longer apply. */
  isStale: boolean
  /** The element to focus when an answer arrives. */
  verdictRef?: RefObject<HTMLParagraphElement | null>
  onApply(fix: Fix): void
}

const ICONS = { yes: 'check', no: 'close', unknown: 'unsure' } as const

/** The verdict of each criterion with the deciding data and, if there is one, a change of the filter that would reverse it. */
export function ExplanationView({ explanation, isStale, verdictRef, onApply }: ExplanationViewProps) {
  const { t } = useLingui()
  const { auction, verdict, criteria, exclusions, since } = explanation
  const marks = criteria.flatMap(({ highlights = [] }) => highlights).filter(({ field }) => field === 'title')
  const verdicts = { yes: t`It matches.`, no: t`It does not match.`, unknown: t`It matches, with a badge.` }
  return (
    <div className={styles.explanation}>
      <p className={styles.lot}>
        <Highlighted text={auction.title} stretches={marks} />
      </p>
      <p ref={verdictRef} tabIndex={-1} className={styles.verdict} data-verdict={verdict}>
        <Icon name={ICONS[verdict]} />
        <span>
          {verdicts[verdict]} {auction.status !== 'active' && t`It has ended meanwhile.`}{' '}
          {auction.id === undefined && t`It had not been seen here until now.`}
        </span>
      </p>
      <ul className={styles.criteria}>
        {criteria.map((explained) => (
          <CriterionRow key={explained.criterion} explained={explained} auction={auction}>
            {explained.fix && <FixButton fix={explained.fix} since={since} isOff={isStale} onApply={onApply} />}
          </CriterionRow>
        ))}
      </ul>
      {exclusions.length > 0 && (
        <section className={styles.exclusions}>
          <h3>{t`Not what you want?`}</h3>
          {exclusions.map((fix) => (
            <FixButton key={JSON.stringify(fix.change)} fix={fix} since={since} isOff={isStale} onApply={onApply} />
          ))}
        </section>
      )}
    </div>
  )
}

type CriterionRowProps = { explained: ExplainedCriterion; auction: AuctionExplanation['auction']; children: ReactNode }

function CriterionRow({ explained, auction, children }: CriterionRowProps) {
  const { t, i18n } = useLingui()
  const fact = useFactText()(explained, auction)
  const { criterion, verdict } = explained
  const said = { yes: t`fits`, no: t`does not fit`, unknown: t`not known` }[verdict]
  return (
    <li data-verdict={verdict}>
      <Icon name={ICONS[verdict]} />
      <div>
        <p>
          <strong>{i18n._(criterionText[criterion])}</strong> <span className={styles.said}>{said}</span>
        </p>
        {fact && <p className={styles.fact}>{fact}</p>}
        {children}
      </div>
    </li>
  )
}
