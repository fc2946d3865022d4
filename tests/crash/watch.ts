import pg from 'pg'
import type { openHouse } from './house.ts'
import type { Told } from './judge.ts'

/** Queries the database for these programs; undefined while it is down. `userIds`: users whose matches are counted. */
export function openWatch(url: string, userIds: readonly string[]) {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 2000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const rows = async <Row extends pg.QueryResultRow>(query: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(query, [...values])).rows
  const prices = async () => {
    const all = await rows<{ id: string; cents: string }>('select external_id as id, price_amount as cents from auction')
    return new Map(all.map(({ id, cents }) => [id, Number(cents)]))
  }
  const hurry = async () => {
    await rows("update search set next_at = now(), lease_until = null where next_at > now() + interval '1 second'")
    await rows('update marketplace_state set calls_left = 2')
    return true
  }
  return {
    prices,
    /** Makes the feed due at once. */
    hurry,
    async follow(house: Awaited<ReturnType<typeof openHouse>>, watchers: (brand: string) => number): Promise<void> {
      try {
        await hurry()
        const matched = await rows<{ id: string; count: string }>(
          'select external_id as id, count(*) from match join auction on auction.id = auction_id where user_id = any($1) group by 1',
          [userIds],
        )
        const counts = new Map(matched.map(({ id, count }) => [id, Number(count)]))
        house.note(await prices(), counts, watchers)
      } catch {
        // PostgreSQL has just been killed.
      }
    },
    /** The number of events that the matcher has yet to process, plus open deliveries. */
    async waiting(): Promise<number> {
      const [row] = await rows<{ count: string }>(`
        select (select count(*) from delivery where status in ('waiting', 'held', 'sending')) + (
          select count(*) from auction_event, log_cursor
          where reader = 'matcher' and (auction_event.xid, auction_event.id) > (log_cursor.xid, log_cursor.id)) as count`).catch(
        () => [],
      )
      return Number(row?.count ?? Number.NaN)
    },
    /** The deliveries of the counted users. */
    async ledger(): Promise<Told[]> {
      const all = await rows<{
        channel: Told['channel']
        user: string
        event: string
        title: string
        status: string
        accepted: string
      }>(
        `
        select channel, delivery.user_id as user, event, listing->>'title' as title, delivery.status,
          (select count(*) from delivery_attempt where delivery_id = delivery.id and status = 'accepted') as accepted
        from delivery join match on match.id = match_id join auction on auction.id = auction_id
        where delivery.user_id = any($1)`,
        [userIds],
      )
      return all.map(({ channel, user, event, title, status, accepted }) => ({
        ...{ channel, status, accepted: Number(accepted) },
        alert: `${userIds.indexOf(user)} ${event} ${title}`,
      }))
    },
    end: () => pool.end(),
  }
}
