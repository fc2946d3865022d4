import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Filter } from '../../../../contract/filter.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FeedLinks } from '../../feeds/index.ts'

/** The feeds and the calendar of one filter. */
export function FilterFeeds({ filter: { id, name } }: { filter: Filter }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="external" onClick={() => setOpen(true)}>
        {t`Feeds`}
      </Button>
      {isOpen && (
        <Dialog title={t`Feeds of “${name}”`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
          <FeedLinks filterId={id} />
        </Dialog>
      )}
    </>
  )
}
