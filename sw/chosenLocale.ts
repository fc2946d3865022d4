import type { Locale } from '../contract/primitives.ts'
import { storage } from './storage.ts'

/** Hanging storage must not keep the page from opening. */
const READ_DEADLINE_MS = 500

/** The language last chosen in this browser. */
export async function chosenLocale(): Promise<Locale> {
  const tooLate = new Promise<Locale>((resolve) => setTimeout(() => resolve('en'), READ_DEADLINE_MS))
  const stored = storage.read('preferences').then(
    ({ locale }) => locale,
    () => 'en' as const,
  )
  return Promise.race([stored, tooLate])
}
