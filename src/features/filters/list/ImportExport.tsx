import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useRef } from 'react'
import type { Filter } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { download } from '../../../components/download.ts'
import { useSetAtom } from '../../../store/store.ts'
import styles from './ImportExport.module.css'
import { exportText, importFiltersAtom } from './importExport.ts'

/** Export and import of filters as a JSON file. */
export function ImportExport({ filters }: { filters: readonly Filter[] }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const take = useSetAtom(importFiltersAtom)
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) await take(await file.text())
  }
  return (
    <div className={styles.exchange}>
      {filters.length > 0 && (
        <Button onClick={() => download('lotwatch-filters.json', 'application/json', exportText(filters))}>
          {t`Export filters`}
        </Button>
      )}
      <Button onClick={() => input.current?.click()}>{t`Import filters`}</Button>
      <input ref={input} type="file" accept="application/json,.json" hidden onChange={(event) => void onFile(event)} />
    </div>
  )
}
