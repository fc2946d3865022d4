import { useLingui } from '@lingui/react/macro'
import { Link as RouterLink, useRouterState } from '@tanstack/react-router'
import type { Locale } from '../../../contract/primitives.ts'
import { LOCALES } from '../../../contract/vocabulary/locales.ts'
import { localeOfPath, pathIn } from '../../i18n/locales.ts'
import { chooseLocaleAtom } from '../../session/language.ts'
import { useSetAtom } from '../../store/store.ts'
import styles from './LanguageSwitch.module.css'

/** Each language's name in that language, so that its readers find it. */
const NAMES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

/** The same page in the other language. */
export function LanguageSwitch() {
  const { t } = useLingui()
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const current = localeOfPath(pathname)
  const choose = useSetAtom(chooseLocaleAtom)
  return (
    <ul className={styles.languages} aria-label={t`Language`}>
      {LOCALES.map((locale) => (
        <li key={locale}>
          {locale === current ? (
            <span lang={locale} aria-current="true">
              {NAMES[locale]}
            </span>
          ) : (
            <RouterLink
              to={pathIn(locale, pathname) + searchStr}
              lang={locale}
              hrefLang={locale}
              onClick={() => void choose(locale)}
            >
              {NAMES[locale]}
            </RouterLink>
          )}
        </li>
      ))}
    </ul>
  )
}
