import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DeliveryStatus } from '../../contract/notifications.ts'
import { type DeliveryEvent, isApplicable, nextState, TRANSITIONS } from '../../server/store/deliveryStates.ts'
import { startSending } from '../support/sending.ts'

const EVENTS = Object.keys(TRANSITIONS) as DeliveryEvent[]
const FINAL: readonly DeliveryStatus[] = ['accepted', 'shown', 'opened', 'failed', 'expired']

test('an event moves a delivery as the transitions say, and changes nothing in other states', async () => {
  const sending = await startSending()
  const { deliveryId } = await sending.plan()
  for (const event of EVENTS) {
    for (const state of DeliveryStatus.options) {
      await sql`update delivery set status = ${state} where id = ${deliveryId}`.execute(sending.db)
      await sql`update delivery set status = ${nextState(event)} where id = ${deliveryId} and ${isApplicable(event)}`.execute(
        sending.db,
      )
      const expected = (TRANSITIONS[event] as Partial<Record<DeliveryStatus, DeliveryStatus>>)[state] ?? state
      expect((await sending.look({ deliveryId })).status, `${event} in ${state}`).toBe(expected)
    }
  }
})

test('every state can be reached, and a finished delivery is sent again only by its user or a restored target', () => {
  const reached = new Set<string>(['held', 'waiting'])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const event of EVENTS)
      for (const [from, to] of Object.entries(TRANSITIONS[event])) if (reached.has(from)) reached.add(to)
  }
  expect([...reached].sort()).toEqual([...DeliveryStatus.options].sort())
  const reopening = EVENTS.filter((event) =>
    Object.entries(TRANSITIONS[event]).some(
      ([from, to]) => FINAL.includes(from as DeliveryStatus) && !FINAL.includes(to as DeliveryStatus),
    ),
  )
  expect(reopening.sort()).toEqual(['resend', 'restore'])
})
