import { post } from './api.ts'

/** Tells the server how far a delivery came. Without a network or a session it is dropped, and nothing is lost. */
export async function report(step: 'shown' | 'opened', deliveryId: string): Promise<void> {
  await post(`/api/notifications/deliveries/${encodeURIComponent(deliveryId)}/${step}`).catch((error) =>
    console.debug(`"${step}" was not reported`, error),
  )
}
