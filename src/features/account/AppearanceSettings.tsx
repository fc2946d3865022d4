import { useLingui } from '@lingui/react/macro'
import { oneOf } from '../../../contract/vocabulary/oneOf.ts'
import { Button } from '../../components/Button.tsx'
import { Check, SelectField } from '../../components/Field.tsx'
import layout from '../../components/layout.module.css'
import { canInstallAtom, installAtom } from '../../install/prompt.ts'
import { THEMES, type Theme } from '../../offline/storage/themes.ts'
import { changePreferencesAtom, shortcutsAtom, themeAtom } from '../../preferences/preferences.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { LanguageSwitch } from '../frame/index.ts'

/** Language, theme, keyboard shortcuts and installation of the app. */
export function AppearanceSettings() {
  const { t } = useLingui()
  const theme = useAtomValue(themeAtom)
  const shortcuts = useAtomValue(shortcutsAtom)
  const change = useSetAtom(changePreferencesAtom)
  const canInstall = useAtomValue(canInstallAtom)
  const install = useSetAtom(installAtom)
  const themes: Record<Theme, string> = { system: t`Same as the device`, light: t`Light`, dark: t`Dark` }
  return (
    <section className={layout.section}>
      <h2>{t`Language and appearance`}</h2>
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
      <Check
        label={t`Single-key shortcuts`}
        hint={t`Keys such as j, k, s and h in your auctions. Switch them off if you dictate, or if other software types for you.`}
        variant="switch"
        checked={shortcuts}
        onChange={(checked) => change({ shortcuts: checked })}
      />
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
