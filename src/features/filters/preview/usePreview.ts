import { useEffect } from 'react'
import type { FilterDraft } from '../../../../contract/filter.ts'
import { PREVIEW_DEBOUNCE_MS } from '../../../limits.ts'
import { hasSessionAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { endPreviewAtom, forgetPreviewAtom, loadPreviewAtom } from './preview.ts'

/** Keeps the preview in step with the form: debounced, cancelled by the next keystroke, and only if the criteria have changed. */
export function usePreview(draft: FilterDraft | undefined): void {
  const load = useSetAtom(loadPreviewAtom)
  const end = useSetAtom(endPreviewAtom)
  const forget = useSetAtom(forgetPreviewAtom)
  const hasSession = useAtomValue(hasSessionAtom)
  // Name and notifications do not affect matching, so editing them must not reload the preview.
  const asked = draft && JSON.stringify({ ...draft, name: '', notify: {}, enabled: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the draft, which is new with every keystroke.
  useEffect(() => {
    if (!draft || !hasSession) return
    const timer = setTimeout(() => void load({ ...draft, enabled: true }), PREVIEW_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [asked, hasSession, load, end])

  useEffect(() => forget, [forget])
}
