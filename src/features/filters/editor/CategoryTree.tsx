import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FilterOptions } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { Check } from '../../../components/Field.tsx'
import { useLabel, useOptionText } from '../../../i18n/useLabel.ts'
import styles from './fields.module.css'

type Categories = FilterOptions['categories']
type CategoryTreeProps = { categories: Categories; chosen: readonly string[]; onChoose(chosen: string[]): void }

/** Two levels of categories; a chosen parent includes its children. */
export function CategoryTree({ categories, chosen, onChoose }: CategoryTreeProps) {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const text = useOptionText()
  const [open, setOpen] = useState<string>()
  const byName = (a: Categories[number], b: Categories[number]) => text(a).localeCompare(text(b), i18n.locale)
  const below = (parent: string | undefined) => categories.filter((category) => category.parent === parent).sort(byName)
  const toggle = (id: string, children: Categories) => {
    // Children are deselected: their parent includes them, or was deselected itself.
    const covered = new Set([id, ...children.map((child) => child.id)])
    const others = chosen.filter((one) => !covered.has(one))
    onChoose(chosen.includes(id) ? others : [...others, id])
  }
  const names = chosen.map((id) => label(categories, id)).filter((name) => name !== undefined)
  const number = t`${plural(chosen.length, { one: '# category', other: '# categories' })}`
  const said = names.length < chosen.length ? number : names.join(', ') || t`any`
  return (
    <details className={styles.more}>
      <summary>
        {t`Category`} <span className={styles.any}>&nbsp;{said}</span>
      </summary>
      <div className={styles.tree}>
        <ul>
          {below(undefined).map((root) => {
            const leaves = below(root.id)
            const isOpen = open === root.id || leaves.some(({ id }) => chosen.includes(id))
            const isWhole = chosen.includes(root.id)
            const name = text(root)
            return (
              <li key={root.id}>
                <div className={styles.root}>
                  <Check label={name} checked={isWhole} onChange={() => toggle(root.id, leaves)} />
                  {leaves.length > 0 && (
                    <Button
                      variant="quiet"
                      icon={isOpen ? 'up' : 'down'}
                      iconOnly
                      aria-expanded={isOpen}
                      onClick={() => setOpen(isOpen ? undefined : root.id)}
                    >
                      {t`Show what is in ${name}`}
                    </Button>
                  )}
                </div>
                {isOpen && (
                  <ul className={styles.leaf}>
                    {leaves.map((leaf) => (
                      <li key={leaf.id}>
                        <Check
                          label={text(leaf)}
                          checked={isWhole || chosen.includes(leaf.id)}
                          disabled={isWhole}
                          onChange={() => toggle(leaf.id, [])}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </details>
  )
}
