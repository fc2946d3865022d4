import { DAY_MS } from '../../contract/time.ts'
import type { Clock } from '../clock.ts'

/** Test messages and confirmation links that one address gets in a day, however many users name it as theirs. */
const MAX_UNASKED_MAILS = 5
/** Addresses remembered at once; beyond that those of days gone by are forgotten. */
const MAX_ADDRESSES = 10_000

/** Whether an address may get one more mail today that its owner never asked for; what may go is counted. */
export type MailQuota = (address: string) => boolean

/** Nobody is to be flooded by strangers who enter their address, under whatever account. Counted by each process for itself. */
export function createMailQuota(clock: Clock): MailQuota {
  const sent = new Map<string, { day: number; count: number }>()
  return (address) => {
    const day = Math.floor(clock.now().getTime() / DAY_MS)
    if (sent.size >= MAX_ADDRESSES) for (const [old, seen] of sent) if (seen.day !== day) sent.delete(old)
    const key = address.toLowerCase()
    const known = sent.get(key)
    const count = known?.day === day ? known.count : 0
    if (count >= MAX_UNASKED_MAILS) return false
    sent.set(key, { day, count: count + 1 })
    return true
  }
}
