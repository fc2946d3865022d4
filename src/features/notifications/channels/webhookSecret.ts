import type { WebhookSecret } from '../../../../contract/notifications.ts'
import type { Client } from '../../../api/client.ts'
import { tryCall } from '../../../data/tryCall.ts'
import { atom } from '../../../store/store.ts'
import { readWebhookSecret, renewWebhookSecret } from '../api.ts'

/** Returns the secret without storing it; undefined if the call failed, which is shown as a toast. */
const secretAtom = (call: (client: Client) => Promise<WebhookSecret>) =>
  atom(null, async (get, set): Promise<WebhookSecret | undefined> => (await tryCall(get, set, call))?.answer)

export const readWebhookSecretAtom = secretAtom(readWebhookSecret)
export const renewWebhookSecretAtom = secretAtom(renewWebhookSecret)
