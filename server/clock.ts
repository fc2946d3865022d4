/** Where the time comes from: the system's in production, a hand-moved one in tests. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
