import { rmSync } from 'node:fs'

/** The run's data folder; the servers that wrote into it have ended by now. */
export default function teardown(): void {
  if (process.env.E2E_DATA_DIR)
    rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
