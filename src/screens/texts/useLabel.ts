import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { localeOfPrefix } from '../../i18n/locales.ts'

type Labelled = { id: string; label: { en: string; de: string } }

/** The server's own word for one of the values of a filter, in the page's language. */
export function useOptionText() {
  const { i18n } = useLingui()
  const locale = localeOfPrefix(i18n.locale === 'de' ? 'de' : undefined)
  return useCallback(({ label }: Labelled) => label[locale], [locale])
}

/** The same for an id. While the options are not known there is no word: the id itself says nothing to a reader. */
export function useLabel() {
  const text = useOptionText()
  return useCallback(
    (options: readonly Labelled[] | undefined, id: string) => {
      const option = options?.find((one) => one.id === id)
      return option && text(option)
    },
    [text],
  )
}
