import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS_PER_MS = 1e6
const RESOLUTION_MS = 1

/** Handles the benchmark's requests to a child process: report its cost, and stop. */
export function answerParent(stop: () => Promise<void>): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let cpu = process.cpuUsage()
  process.on('message', async (message) => {
    if (message === 'stop') {
      await stop()
      process.exit(0)
    }
    if (message !== 'cost') return
    const { user, system } = process.cpuUsage(cpu)
    process.send?.({
      kind: 'cost',
      // The histogram includes the sampling interval.
      maxDelayMs: Math.max(0, delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS),
      cpuMs: (user + system) / 1000,
      residentBytes: process.memoryUsage.rss(),
    })
    delay.reset()
    cpu = process.cpuUsage()
  })
}
