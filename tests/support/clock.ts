/** A clock that stands until it is moved. */
export function handMovedClock(start: Date): { now: () => Date; move(ms: number): void } {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    move(ms) {
      time += ms
    },
  }
}
