import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { FilterForm } from './form.ts'

/** The unsaved new filter from before the page was left, if any. */
export const readUnsavedAtom = atom(null, async (get): Promise<FilterForm | undefined> => {
  const stored = await get(servicesAtom)
    .storage.read('unsavedFilter')
    .catch(() => null)
  return stored === null ? undefined : FilterForm.safeParse(stored).data
})

/** Stores the form across reloads, updates and sign-in; null deletes it. */
export const keepUnsavedAtom = atom(null, (get, _set, form: FilterForm | null) => {
  void get(servicesAtom)
    .storage.write('unsavedFilter', form)
    .catch(() => undefined)
})
