import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Match } from '../../../../contract/match.ts'
import { useSetAtom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'
import { markMatchAtom } from './triage.ts'

export type Triage = (match: Match, as: 'saved' | 'hidden') => void

/** Toggles a match between saved or hidden and neither, with an undo. */
export function useTriage(): Triage {
  const { t } = useLingui()
  const mark = useSetAtom(markMatchAtom)
  const toast = useSetAtom(showToastAtom)
  return useCallback(
    (match, as) => {
      const next = match.state === as ? 'seen' : as
      const before = mark(match.id, next)
      if (!before) return
      const { title } = match.auction
      const texts = { saved: t`Saved: ${title}`, hidden: t`Hidden: ${title}`, seen: t`Back in the inbox: ${title}` }
      toast({ text: texts[next], undo: () => mark(match.id, before) })
    },
    [mark, toast, t],
  )
}
