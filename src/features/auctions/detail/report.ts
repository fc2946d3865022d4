import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { FilterReport } from '../../../../contract/filter.ts'
import { errorCode } from '../../../api/errors.ts'
import { errorText } from '../../../i18n/texts.ts'
import { servicesAtom } from '../../../services/services.ts'
import { atom } from '../../../store/store.ts'
import { showToastAtom } from '../../../toasts/toasts.ts'

type Report = z.infer<typeof FilterReport>

const thanks = msg`Thank you. The report was sent.`

/** Sends a report. Resolves to whether that succeeded. */
export const reportAtom = atom(null, async (get, set, report: Report): Promise<boolean> => {
  const { client, translate } = get(servicesAtom)
  try {
    await client('reportFilter', { body: report })
    set(showToastAtom, { text: translate(thanks) })
    return true
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return false
  }
})
