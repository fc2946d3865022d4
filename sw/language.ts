import type { Locale } from '../contract/primitives.ts'
import { storage } from './storage.ts'

/** A browser whose storage hangs must not keep the page from opening. */
const READ_DEADLINE_MS = 500

/**
 * Where an address without a language leads, by the language that was chosen; undefined where it stays as it is. The same
 * rule as the server's, which is not asked once the worker answers.
 */
export function inChosenLanguage({ pathname, search }: URL, chosen: Locale): string | undefined {
  if (chosen === 'en' || /^\/de(\/|$)/.test(pathname)) return undefined
  return `/${chosen}${pathname === '/' ? '' : pathname}${search}`
}

/** The language that was last chosen in this browser. */
export async function chosenLocale(): Promise<Locale> {
  const tooLate = new Promise<Locale>((resolve) => setTimeout(() => resolve('en'), READ_DEADLINE_MS))
  const stored = storage.read('preferences').then(
    ({ locale }) => locale,
    () => 'en' as const,
  )
  return Promise.race([stored, tooLate])
}
