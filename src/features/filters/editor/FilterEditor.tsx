import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Filter } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { Heading } from '../../../components/Heading.tsx'
import { inTree } from '../../../components/Link.tsx'
import { useServices } from '../../../services/services.ts'
import { sessionKindAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import { filterSavedAtom } from '../../notifications/index.ts'
import { type Saved, saveFilterAtom } from '../edit.ts'
import { AskWhy } from '../explain/AskWhy.tsx'
import { WhyNot } from '../explain/lazy.ts'
import { draftOf } from '../form/draft.ts'
import { type FilterForm, formOf } from '../form/form.ts'
import { keepUnsaved } from '../form/unsaved.ts'
import { PreviewCount } from '../preview/PreviewCount.tsx'
import { PreviewPanel } from '../preview/PreviewPanel.tsx'
import { usePreview } from '../preview/usePreview.ts'
import styles from './FilterEditor.module.css'
import { FilterFields } from './FilterFields.tsx'
import { SaveOutcome } from './SaveOutcome.tsx'
import { withKnownCountry } from './startForm.ts'

type FilterEditorProps = {
  start: FilterForm
  over: Filter | undefined
  /** A change chosen on another page; not saved yet. */
  planned?: Partial<FilterForm> | undefined
}

/** The form with its preview beside or below it. Input survives limits, conflicts and reloads. */
export function FilterEditor({ start, over, planned }: FilterEditorProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [typed, setForm] = useState(planned ? { ...start, ...planned } : start)
  const [base, setBase] = useState(over)
  const isNew = base === undefined
  const countries = useAtomValue(filterOptions.atom).value?.countries
  // The countries may load after the form has opened. The form sends what it shows.
  const form = useMemo(() => (isNew ? withKnownCountry(typed, countries) : typed), [isNew, typed, countries])
  const [outcome, setOutcome] = useState<Saved>()
  const [isSaving, setSaving] = useState(false)
  const save = useSetAtom(saveFilterAtom)
  const { storage } = useServices()
  const toast = useSetAtom(showToastAtom)
  const noteSaved = useSetAtom(filterSavedAtom)
  const hasSession = useAtomValue(sessionKindAtom) !== 'loggedOut'

  const drafted = draftOf(form, i18n.locale, t`My filter`)
  usePreview(drafted.draft)
  const isDirty = typed !== start

  useEffect(() => {
    if (isNew && isDirty) keepUnsaved(storage, typed)
  }, [typed, isNew, isDirty, storage])

  const change = (part: Partial<FilterForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setOutcome(undefined)
  }

  const saveOver = async (target: Pick<Filter, 'id' | 'version'> | undefined) => {
    const { draft } = drafted
    if (!draft) return document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setSaving(true)
    const saved = await save(draft, target)
    setSaving(false)
    setOutcome(saved)
    if (saved.kind !== 'saved' && saved.kind !== 'waiting') return
    keepUnsaved(storage, null)
    noteSaved(true)
    const { name } = draft
    const waiting =
      navigator.onLine && !hasSession
        ? t`Saved on this device. It is sent once you are signed in.`
        : t`Saved on this device. It is sent when you are online again.`
    toast({ text: saved.kind === 'saved' ? t`Saved: ${name}` : waiting })
    await navigate({ to: inTree('/filters') })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void saveOver(base)
  }
  const takeTheirs = (current: Filter) => {
    setBase(current)
    setForm(formOf(current, i18n.locale))
    setOutcome(undefined)
  }

  return (
    <form className={styles.editor} onSubmit={onSubmit} noValidate {...(isDirty ? { 'data-unsaved': '' } : {})}>
      <Heading className={styles.title}>{isNew ? t`New filter` : t`Edit filter`}</Heading>
      <div className={styles.fields}>
        <FilterFields form={form} faults={drafted.faults} change={change} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, and the keyboard must be able to do that too. */}
      <aside tabIndex={0} className={styles.preview} aria-label={t`Preview`}>
        <PreviewPanel form={form} isValid={drafted.isValid} />
        <AskWhy question={t`Why didn't I get this auction?`}>{() => <WhyNot form={form} filter={base} change={change} />}</AskWhy>
      </aside>
      <div className={styles.bar}>
        {outcome && <SaveOutcome outcome={outcome} onOverwrite={(current) => void saveOver(current)} onTakeTheirs={takeTheirs} />}
        <div className={styles.barLine}>
          <PreviewCount isValid={drafted.isValid} />
          <Button type="submit" variant="main" isBusy={isSaving}>
            {t`Save filter`}
          </Button>
        </div>
      </div>
    </form>
  )
}
