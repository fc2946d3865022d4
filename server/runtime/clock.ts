/** Tests replace the system clock with a manual one. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
