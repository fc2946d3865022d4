import { rmSync } from 'node:fs'

/** Deletes the run's data folder; its servers have exited by now. */
export default function teardown(): void {
  if (process.env.E2E_DATA_DIR)
    rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
