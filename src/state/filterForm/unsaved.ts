import { servicesAtom } from '../services.ts'
import { atom } from '../store.ts'
import { FilterForm } from './form.ts'

/** The new filter that was being typed when the page was left, if there is one. */
export const readUnsavedAtom = atom(null, async (get): Promise<FilterForm | undefined> => {
  const stored = await get(servicesAtom)
    .storage.read('unsavedFilter')
    .catch(() => null)
  return stored === null ? undefined : FilterForm.safeParse(stored).data
})

/** Keeps what is typed over reloads, updates and the way through a sign-in; null forgets it. */
export const keepUnsavedAtom = atom(null, (get, _set, form: FilterForm | null) => {
  void get(servicesAtom)
    .storage.write('unsavedFilter', form)
    .catch(() => undefined)
})
