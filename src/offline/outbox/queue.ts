import type { OutboxEntry } from '../storage/records.ts'

/** The next change to send: the oldest waiting one whose subject has no older change that needs the user's decision. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  const blocked = new Set<string>()
  for (const entry of entries) {
    if (entry.state === 'waiting' && !(entry.subject && blocked.has(entry.subject))) return entry
    if (entry.subject) blocked.add(entry.subject)
  }
  return undefined
}

/**
 * Removes a confirmed change from the queue. Later changes to the same subject were based on the version that it replaced.
 * They are rebased onto the new one, so that they do not conflict with their own predecessor.
 */
export function afterSuccess(entries: readonly OutboxEntry[], done: OutboxEntry, version: number | undefined): OutboxEntry[] {
  return entries.flatMap((entry) => {
    if (entry.id === done.id) return []
    const follows = entry.subject !== null && entry.subject === done.subject && entry.version !== undefined
    return [follows && version !== undefined && entry.version === done.version ? { ...entry, version } : entry]
  })
}

export const changeEntry = (entries: readonly OutboxEntry[], id: string, change: Partial<OutboxEntry>): OutboxEntry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))

export const withoutEntry = (entries: readonly OutboxEntry[], id: string): OutboxEntry[] =>
  entries.filter((entry) => entry.id !== id)
