import { post } from './api.ts'

/** Tells the server how far a delivery came. Without a network or a session nobody learns of it, and nothing is lost by that. */
export async function report(step: 'shown' | 'opened', deliveryId: string): Promise<void> {
  await post(`/api/notifications/deliveries/${encodeURIComponent(deliveryId)}/${step}`).catch((error) =>
    console.debug(`"${step}" was not reported`, error),
  )
}
