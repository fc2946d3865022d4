import fc from 'fast-check'
import { test } from 'vitest'
import { commands, DeliveryWorld } from '../support/deliveryModel.ts'
import { startSending } from '../support/sending.ts'

/** `MODEL_RUNS=2000 npm run test:server deliveryModel` looks longer. */
const RUNS = Number(process.env.MODEL_RUNS ?? 60)
const SEED = Number(process.env.MODEL_SEED ?? 20)
const TIMEOUT_MS = 60_000 + RUNS * 5000

test('any sequence of events ends a delivery, which is sent no more often, later or elsewhere than allowed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const sending = await startSending()
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const world = await DeliveryWorld.open(sending)
      await fc.asyncModelRun(async () => ({ model: {}, real: world }), steps)
      await world.drain()
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
