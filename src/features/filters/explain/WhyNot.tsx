import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Fix } from '../../../../contract/explain.ts'
import type { Filter, FilterDraft } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/Field.tsx'
import { Notice, Skeleton } from '../../../components/States.tsx'
import { formChange } from '../form/change.ts'
import { draftOf } from '../form/draft.ts'
import type { FilterForm } from '../form/form.ts'
import { ExplanationView } from './ExplanationView.tsx'
import styles from './explain.module.css'
import { failureText } from './failureText.ts'
import { useExplanation } from './useExplanation.ts'
import { WhereItIs } from './WhereItIs.tsx'

type WhyNotProps = {
  form: FilterForm
  /** The saved filter. */
  filter: Filter | undefined
  change(part: Partial<FilterForm>): void
}

/** Explains why the auction of a pasted link does not match the form, and suggests changes that would make it match. */
export function WhyNot({ form, filter, change }: WhyNotProps) {
  const { t, i18n } = useLingui()
  const { answer, isLoading, ask } = useExplanation()
  const [link, setLink] = useState('')
  const [asked, setAsked] = useState({ url: '', criteria: '' })
  const panel = useRef<HTMLDivElement>(null)
  const verdict = useRef<HTMLParagraphElement>(null)
  const { draft } = draftOf(form, i18n.locale, t`My filter`)
  const url = linkIn(link)

  const askAbout = (about: string, next: FilterDraft) => {
    setAsked({ url: about, criteria: criteriaText(next) })
    void ask({ url: about, draft: next })
  }
  const start = () => {
    if (draft && url !== '') askAbout(url, draft)
  }
  const apply = (fix: Fix) => {
    if (!draft) return
    const part = formChange(draft, fix.change, i18n.locale)
    change(part)
    const next = draftOf({ ...form, ...part }, i18n.locale, t`My filter`).draft
    if (next) askAbout(asked.url, next)
  }
  // The field is inside the filter's form, so Enter would save the filter.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    start()
  }
  // Moves focus to the answer, so that it is announced: the pressed button may be gone. Not if focus is elsewhere by now.
  useEffect(() => {
    const isHere = document.activeElement === document.body || panel.current?.contains(document.activeElement)
    if (answer && isHere) verdict.current?.focus()
  }, [answer])

  const isStale = draft === undefined || criteriaText(draft) !== asked.criteria
  return (
    <div ref={panel} className={styles.asking}>
      <Field
        label={t`Link to the auction`}
        hint={t`Copy it from the marketplace.`}
        value={link}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setLink(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button isBusy={isLoading} disabled={!draft || url === ''} onClick={start}>
        {t`Check`}
      </Button>
      {!draft && <p className={styles.effect}>{t`First the filter has to ask for something.`}</p>}
      <div role="status">
        {isLoading && !answer && <Skeleton rows={3} height="line" />}
        {answer?.kind === 'failed' && !isLoading && <Notice tone="ending">{i18n._(failureText(answer))}</Notice>}
        {answer?.kind === 'explained' && isStale && !isLoading && <Notice>{t`The form was changed since. Check again.`}</Notice>}
      </div>
      {answer?.kind === 'explained' && (
        <>
          <ExplanationView explanation={answer.explanation} isStale={isStale || isLoading} verdictRef={verdict} onApply={apply} />
          {answer.explanation.verdict !== 'no' && <WhereItIs auctionId={answer.explanation.auction.id} filter={filter} />}
        </>
      )}
    </div>
  )
}

/** The parts of a draft that affect matching; name and notifications do not. */
const criteriaText = (draft: FilterDraft) => JSON.stringify({ ...draft, name: '', notify: {}, enabled: true })

/** Extracts the link from the pasted text: apps add words around it, and it may end a sentence. */
const linkIn = (pasted: string) => (/https?:\/\/\S+/i.exec(pasted)?.[0] ?? pasted.trim()).replace(/[)\].,;:!?"'»”]+$/, '')
