import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { type Filter, FilterDraft } from '../../../../contract/filter.ts'
import { errorText } from '../../../i18n/texts.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'
import { saveFilterAtom } from '../edit.ts'

const FORMAT_VERSION = 1
const Exported = z.object({ version: z.literal(FORMAT_VERSION), filters: z.array(FilterDraft) })

const unreadable = msg`This file is not an export of filters.`
const imported = (count: number) => msg`${count} filters imported.`

/** The filters as a user could enter them, without fields that the server adds. */
export function exportText(filters: readonly Filter[]): string {
  const drafts = filters.map((filter): unknown => {
    const {
      id,
      version,
      createdAt,
      updatedAt,
      snoozedUntil,
      pausedByPlan,
      matchCount,
      matchCount24h,
      lastMatchAt,
      location,
      ...draft
    } = filter
    return location
      ? { ...draft, location: { country: location.country, zip: location.zip, radiusKm: location.radiusKm } }
      : draft
  })
  return JSON.stringify({ version: FORMAT_VERSION, filters: drafts }, null, 2)
}

/** Saves the filters of an exported file. Stops at the plan's limit and reports how many were saved. */
export const importFiltersAtom = atom(null, async (get, set, text: string) => {
  const { translate } = get(servicesAtom)
  const drafts = readExport(text)
  if (!drafts) return set(showToastAtom, { text: translate(unreadable), tone: 'error' })
  let count = 0
  for (const draft of drafts) {
    const saved = await set(saveFilterAtom, draft)
    if (saved.kind === 'refused') {
      set(showToastAtom, { text: translate(errorText(saved.error.code)), tone: 'error' })
      break
    }
    count += 1
  }
  set(showToastAtom, { text: translate(imported(count)) })
})

function readExport(text: string): FilterDraft[] | undefined {
  try {
    return Exported.safeParse(JSON.parse(text)).data?.filters
  } catch {
    return undefined
  }
}
