import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/States.tsx'
import { errorText } from '../../../i18n/texts.ts'
import { undecidedEntriesAtom } from '../../../offline/outbox/entries.ts'
import type { OutboxEntry } from '../../../offline/storage/records.ts'
import { servicesAtom } from '../../../services/services.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { loadFiltersAtom } from '../filters.ts'

/** Offline changes that the server refused. None is dropped without the user's decision. */
export function UndecidedChanges() {
  const { t, i18n } = useLingui()
  const entries = useAtomValue(undecidedEntriesAtom)
  const { outbox } = useAtomValue(servicesAtom)
  const load = useSetAtom(loadFiltersAtom)
  const giveUp = async (entry: OutboxEntry) => {
    await outbox.discard(entry.id)
    await load()
  }
  return entries.map((entry) => {
    const why =
      entry.state === 'conflict' ? t`It was changed elsewhere in the meantime.` : i18n._(errorText(entry.code ?? 'internal'))
    return (
      <Notice
        key={entry.id}
        tone="ending"
        action={
          <>
            <Button onClick={() => void outbox.retry(entry.id)}>
              {entry.state === 'conflict' ? t`Use my change` : t`Try again`}
            </Button>
            <Button onClick={() => void giveUp(entry)}>{t`Give up my change`}</Button>
          </>
        }
      >
        {t`Your change to “${entry.label}” was not saved.`} {why}
      </Notice>
    )
  })
}
