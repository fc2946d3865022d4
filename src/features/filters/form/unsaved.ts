import type { Storage } from '../../../offline/storage/createStorage.ts'
import { FilterForm } from './form.ts'

/** The unsaved new filter from before the page was left, if any. */
export async function readUnsaved(storage: Storage): Promise<FilterForm | undefined> {
  const stored = await storage.read('unsavedFilter').catch(() => null)
  return stored === null ? undefined : FilterForm.safeParse(stored).data
}

/** Stores the form across reloads, updates and sign-in; null deletes it. */
export function keepUnsaved(storage: Storage, form: FilterForm | null): void {
  void storage.write('unsavedFilter', form).catch(() => undefined)
}
