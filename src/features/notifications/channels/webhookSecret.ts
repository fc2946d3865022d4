import type { WebhookSecret } from '../../../../contract/notifications.ts'
import type { Client } from '../../../api/client.ts'
import { tryAtom } from '../../../data/tryCall.ts'
import { atom } from '../../../store/store.ts'
import { readWebhookSecret, renewWebhookSecret } from '../api.ts'

/** Returns the secret without storing it; undefined if the call failed, which is shown as a toast. */
const secretAtom = (call: (client: Client) => Promise<WebhookSecret>) =>
  atom(null, async (_get, set): Promise<WebhookSecret | undefined> => {
    let secret: WebhookSecret | undefined
    await set(tryAtom, async (client) => {
      secret = await call(client)
    })
    return secret
  })

export const readWebhookSecretAtom = secretAtom(readWebhookSecret)
export const renewWebhookSecretAtom = secretAtom(renewWebhookSecret)
