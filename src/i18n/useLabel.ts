import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { isLocale, ROOT_LOCALE } from '../../contract/vocabulary/locales.ts'

type Labelled = { id: string; label: { en: string; de: string } }

/** The server's label of a filter option, in the page's language. */
export function useOptionText() {
  const { i18n } = useLingui()
  const locale = isLocale(i18n.locale) ? i18n.locale : ROOT_LOCALE
  return useCallback(({ label }: Labelled) => label[locale], [locale])
}

/** The same by id. Undefined until the options are loaded, because ids mean nothing to users. */
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
