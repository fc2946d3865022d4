/** A clock that moves only on request. */
export function handMovedClock(start: Date): { now: () => Date; move(ms: number): void } {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    move(ms) {
      time += ms
    },
  }
}
