import type { Client } from '../api/client.ts'
import { errorCode } from '../api/errors.ts'
import { errorText } from '../i18n/texts.ts'
import { servicesAtom } from '../services/services.ts'
import type { Getter, Setter } from '../store/store.ts'
import { showToastAtom } from '../toasts/toasts.ts'

/** Makes a call and shows a failure as a toast. @returns the answer, or undefined if the call failed */
export async function tryCall<T>(
  get: Getter,
  set: Setter,
  work: (client: Client) => Promise<T>,
): Promise<{ answer: T } | undefined> {
  const { client, translate } = get(servicesAtom)
  try {
    return { answer: await work(client) }
  } catch (error) {
    set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
    return undefined
  }
}
