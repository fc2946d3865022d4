import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { localeOfPrefix } from '../../i18n/locales.ts'

type Labelled = { id: string; label: { en: string; de: string } }

/** The server's own word for one of the values of a filter, in the page's language; the value itself while it is not known. */
export function useLabel() {
  const { i18n } = useLingui()
  const locale = localeOfPrefix(i18n.locale === 'de' ? 'de' : undefined)
  return useCallback(
    (options: readonly Labelled[] | undefined, id: string) => options?.find((option) => option.id === id)?.label[locale] ?? id,
    [locale],
  )
}
