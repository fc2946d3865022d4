import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { anAuction } from '../../notifications/support.ts'
import type { TestUser } from '../../support/server.ts'

/** Ids of one of each entity that a user can own, and of an auction. */
export type OwnedIds = Record<
  'filter' | 'match' | 'delivery' | 'device' | 'feedLink' | 'session' | 'subscription' | 'auction' | 'user',
  string
>

/** Creates one of each entity for a registered user: through the API if possible, those that watching creates by SQL. */
export async function makeOwnedThings(databaseUrl: string, user: TestUser): Promise<OwnedIds> {
  const post = async (path: string, body: unknown) => ((await user.call('POST', path, body)).body as { id: string }).id
  const filter = await post('/api/filters', { name: 'theirs', keywords: 'leica' })
  const device = await post('/api/notifications/devices', {
    ...{ kind: 'fcm', token: `token-${filter}`, deviceKey: `device-${filter}`, userAgent: 'x' },
  })
  const feedLink = await post('/api/feeds', { kind: 'atom' })
  const subscription = await post('/api/payment/subscription', { plan: 'plus' })
  const [session] = await user.get<{ id: string }[]>('/api/user/sessions')
  const { id: userId } = await user.get<{ id: string }>('/api/user/me')

  const [auction, match, delivery] = [randomUUID(), randomUUID(), randomUUID()]
  const { id: _, firstSeenAt: __, lastSeenAt: ___, status, ...listing } = anAuction({ externalId: auction })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into auction (id, marketplace, external_id, listing, status) values ($1::uuid, 'lots', $1::text, $2, $3)`,
      [auction, JSON.stringify(listing), status],
    )
    await client.query(
      `insert into match (id, user_id, auction_id, matched_at, highlights, flags) values ($1, $2, $3, now(), '[]', '[]')`,
      [match, userId, auction],
    )
    await client.query('insert into match_filter (match_id, filter_id, matched_at) values ($1, $2, now())', [match, filter])
    await client.query(
      `insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status,
        queued_at, due_at, expires_at)
      values ($1, $2, $3, array[$4]::uuid[], 'newMatch', '', 'webPush', $5, 'Phone', 'failed', now(), now(), now())`,
      [delivery, userId, match, filter, device],
    )
  } finally {
    await client.end()
  }
  return { filter, match, delivery, device, feedLink, session: session?.id ?? '', subscription, auction, user: userId }
}
