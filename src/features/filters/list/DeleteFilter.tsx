import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Filter } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogChoice } from '../../../components/Dialog.tsx'
import { useSetAtom } from '../../../store/store.ts'
import { deleteFilterAtom } from '../edit.ts'

/** Deletes a filter after a confirmation, because its matches leave the inbox. */
export function DeleteFilter({ filter: { id, name } }: { filter: Filter }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const remove = useSetAtom(deleteFilterAtom)
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setAsking(true)}>
        {t`Delete`}
      </Button>
      {isAsking && (
        <Dialog title={t`Delete “${name}”?`} closeLabel={t`Close`} onClose={() => setAsking(false)}>
          <p>{t`It stops watching at once. To stop it for a while, switch it off or snooze it instead.`}</p>
          <DialogChoice>
            <Button onClick={() => setAsking(false)}>{t`Keep filter`}</Button>
            <Button variant="danger" icon="trash" onClick={() => void remove(id)}>
              {t`Delete filter`}
            </Button>
          </DialogChoice>
        </Dialog>
      )}
    </>
  )
}
