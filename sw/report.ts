import { post } from './api.ts'

/** Reports a delivery as shown or opened. Dropped without a network or a session, which is harmless. */
export async function report(step: 'shown' | 'opened', deliveryId: string): Promise<void> {
  await post(`/api/notifications/deliveries/${encodeURIComponent(deliveryId)}/${step}`).catch((error) =>
    console.debug(`"${step}" was not reported`, error),
  )
}
