import { useLingui } from '@lingui/react/macro'
import { oneOf } from '../../../contract/vocabulary/oneOf.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/Field.tsx'
import layout from '../../components/layout.module.css'
import { canInstallAtom, installAtom } from '../../install/prompt.ts'
import { THEMES, type Theme } from '../../offline/storage/themes.ts'
import { changePreferencesAtom, themeAtom } from '../../preferences/preferences.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { LanguageSwitch } from '../frame/index.ts'

/** Language, theme and installation of the app. */
export function Looks() {
  const { t } = useLingui()
  const theme = useAtomValue(themeAtom)
  const change = useSetAtom(changePreferencesAtom)
  const canInstall = useAtomValue(canInstallAtom)
  const install = useSetAtom(installAtom)
  const themes: Record<Theme, string> = { system: t`As the system`, light: t`Light`, dark: t`Dark` }
  return (
    <section className={layout.section}>
      <h2>{t`Language and looks`}</h2>
      <LanguageSwitch />
      <SelectField
        label={t`Theme`}
        value={theme}
        onChange={(event) => change({ theme: oneOf(THEMES, event.target.value) ?? 'system' })}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {themes[one]}
          </option>
        ))}
      </SelectField>
      {canInstall && (
        <div>
          <Button icon="plus" onClick={() => void install()}>
            {t`Install the app`}
          </Button>
        </div>
      )}
    </section>
  )
}
