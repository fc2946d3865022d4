import type { Client } from '../api/client.ts'

export const createReferralLink = (client: Client, name: string, text: string) =>
  client('createReferralLink', { query: { name, text } })

/** Whether the referral was accepted; any failure is `false`. */
export const redeemReferral = async (client: Client, inviter: string): Promise<boolean> => {
  try {
    await client('useReferral', { query: { inviter } })
    return true
  } catch {
    return false
  }
}
