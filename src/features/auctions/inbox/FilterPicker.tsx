import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Filter } from '../../../../contract/filter.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { Icon } from '../../../components/Icon.tsx'
import styles from './FilterPicker.module.css'

type FilterPickerProps = {
  filters: readonly Filter[]
  chosen: string | undefined
  onChoose(id: string | undefined): void
}

/** Longer lists have a search field. */
const MAX_WITHOUT_SEARCH = 8

/** Selects the filter whose auctions show; a single line, however many filters there are. */
export function FilterPicker({ filters, chosen, onChoose }: FilterPickerProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const name = filters.find(({ id }) => id === chosen)?.name ?? t`All filters`
  const choose = (id: string | undefined) => {
    setOpen(false)
    onChoose(id)
  }
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        aria-haspopup="dialog"
        data-chosen={chosen !== undefined || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="filters" />
        <span className={styles.name}>
          <span className="visuallyHidden">{t`Filter:`} </span>
          {name}
        </span>
      </button>
      {isOpen && (
        <Dialog title={t`Show auctions of`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
          <Choices filters={filters} chosen={chosen} onChoose={choose} />
        </Dialog>
      )}
    </>
  )
}

function Choices({ filters, chosen, onChoose }: FilterPickerProps) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const plain = (text: string) => text.toLocaleLowerCase(i18n.locale)
    return filters.filter(({ name }) => plain(name).includes(plain(search.trim())))
  }, [filters, search, i18n.locale])
  return (
    <>
      {filters.length > MAX_WITHOUT_SEARCH && (
        <Field label={t`Search filters`} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      <ul className={styles.choices}>
        {search.trim() === '' && (
          <Choice isChosen={chosen === undefined} onChoose={() => onChoose(undefined)}>
            {t`All filters`}
          </Choice>
        )}
        {found.map(({ id, name }) => (
          <Choice key={id} isChosen={id === chosen} onChoose={() => onChoose(id)}>
            {name}
          </Choice>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{t`No filter has this in its name.`}</p>}
    </>
  )
}

function Choice({ isChosen, onChoose, children }: { isChosen: boolean; onChoose(): void; children: string }) {
  return (
    <li>
      <button type="button" className={styles.choice} aria-current={isChosen || undefined} onClick={onChoose}>
        {children}
        {isChosen && <Icon name="check" />}
      </button>
    </li>
  )
}
