import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ErrorState, Skeleton } from '../../../components/States.tsx'
import { useAccount } from '../../../data/useFresh.ts'
import { useResource } from '../../../data/useResource.ts'
import { useServices } from '../../../services/services.ts'
import { cachedFiltersAtom, filtersStatusAtom } from '../../../session/cachedFilters.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { filterOptions, marketplaces } from '../../marketplaces/index.ts'
import { plannedChangeAtom } from '../explain/explain.ts'
import { loadFiltersAtom } from '../filters.ts'
import { formChange } from '../form/change.ts'
import { type FilterForm, formOf } from '../form/form.ts'
import { readUnsaved } from '../form/unsaved.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { startForm } from './startForm.ts'

/** Creates a filter, or edits or copies the one named in the URL. */
export function EditScreen() {
  const search = useSearch({ from: '/{-$locale}/_app/filters/create' })
  useResource(filterOptions)
  useResource(marketplaces, { isOpen: true })
  return search.from === undefined ? (
    <NewFilter key="new" />
  ) : (
    <ExistingFilter key={search.from} id={search.from} isCopy={search.copy === true} />
  )
}

function NewFilter() {
  const search = useSearch({ from: '/{-$locale}/_app/filters/create' })
  const { i18n } = useLingui()
  const { storage } = useServices()
  const [start, setStart] = useState<FilterForm>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form starts with is decided once.
  useEffect(() => {
    void readUnsaved(storage).then((unsaved) => setStart(startForm(search, unsaved, i18n.locale)))
  }, [])
  return start ? <FilterEditor start={start} over={undefined} /> : <Skeleton rows={3} height="card" />
}

function ExistingFilter({ id, isCopy }: { id: string; isCopy: boolean }) {
  const { i18n, t } = useLingui()
  const filter = useAtomValue(cachedFiltersAtom).find((one) => one.id === id)
  const { status, code } = useAtomValue(filtersStatusAtom)
  const account = useAccount()
  const load = useSetAtom(loadFiltersAtom)
  const [planned] = useState(useAtomValue(plannedChangeAtom))
  const plan = useSetAtom(plannedChangeAtom)
  useEffect(() => plan(null), [plan])
  const isMissing = filter === undefined && account !== undefined
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])

  if (!filter) {
    if (status === 'failed') return <ErrorState code={code ?? 'internal'} onRetry={() => void load()} />
    if (status === 'ready') return <ErrorState code="not_found" />
    return <Skeleton rows={3} height="card" />
  }
  const form = formOf(filter, i18n.locale)
  const copy = { ...form, name: t`Copy of ${filter.name}`.slice(0, 80) }
  if (isCopy) return <FilterEditor start={copy} over={undefined} />
  const change = planned?.filterId === id ? formChange(filter, planned.change, i18n.locale) : undefined
  return <FilterEditor start={form} over={filter} planned={change} />
}
