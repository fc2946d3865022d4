import { msg } from '@lingui/core/macro'
import { errorCode } from '../../api/errors.ts'
import { reportFilter } from '../../api/filters.ts'
import { errorText } from '../../i18n/texts.ts'
import { showToastAtom } from '../announcements.ts'
import { servicesAtom } from '../services.ts'
import { atom } from '../store.ts'

type Report = Parameters<typeof reportFilter>[1]

const thanks = msg`Thank you. The report was sent.`

/** Sends a report. Resolves to whether that succeeded. */
export const reportAtom = atom(null, async (get, set, report: Report): Promise<boolean> => {
  const { client, translate } = get(servicesAtom)
  try {
    await reportFilter(client, report)
    set(showToastAtom, { text: translate(thanks) })
    return true
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return false
  }
})
