import { useEffect, useState } from 'react'
import { shortcutsAtom } from '../../../preferences/preferences.ts'
import { useAtomValue } from '../../../store/store.ts'
import type { Triage } from '../match/useTriage.ts'
import type { InboxLine } from './sections.ts'

type Keys = { lines: readonly InboxLine[]; open(auctionId: string): void; triage: Triage; onHelp(): void }

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.closest('input, select, textarea, dialog') !== null || target.isContentEditable)

/**
 * Keyboard shortcuts of the inbox: j and k move, Enter opens, o goes to the marketplace, s saves, h hides, ? shows help. The user
 * can switch them off, because speech input types single keys too.
 */
export function useInboxKeys({ lines, open, triage, onHelp }: Keys) {
  const areOn = useAtomValue(shortcutsAtom)
  const [key, setKey] = useState<string>()
  const focus = lines.findIndex((line) => line.key === key)

  useEffect(() => {
    if (!areOn) return
    const step = (by: 1 | -1) => {
      let index = focus
      do index += by
      while (lines[index]?.kind === 'heading')
      const line = lines[focus === -1 ? lines.findIndex(({ kind }) => kind === 'match') : index]
      if (line) setKey(line.key)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return onHelp()
      if (event.key === 'j') return step(1)
      if (event.key === 'k') return step(-1)
      const line = lines[focus]
      if (line?.kind !== 'match') return
      const { match } = line
      if (event.key === 'Enter' && event.target === document.body) open(match.auction.id)
      if (event.key === 'o') window.open(match.auction.url, '_blank', 'noopener,noreferrer')
      if (event.key !== 's' && event.key !== 'h') return
      // A saved or hidden row may leave the list, so focus moves to the next one.
      const next = lines[focus + 1] ?? lines[focus - 1]
      triage(match, event.key === 's' ? 'saved' : 'hidden')
      if (next) setKey(next.key)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [areOn, lines, focus, open, triage, onHelp])

  return focus === -1 ? undefined : focus
}
