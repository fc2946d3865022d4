import { LiveEvent } from '../../contract/live.ts'
import { eventually, type TestUser } from './server.ts'

export type Heard = { id: string | undefined; event: LiveEvent }

/** A client of `GET /api/events` that stores the events. */
export type EventStream = {
  heard: Heard[]
  /** The id that a browser would resume with. */
  lastId: () => string | undefined
  isOver: () => boolean
  /** Waits for this many events of these types. */
  hears(count: number, ...types: LiveEvent['type'][]): Promise<Heard[]>
  close(): void
}

export async function openStream(user: TestUser, lastEventId?: string): Promise<EventStream> {
  const closing = new AbortController()
  const response = await fetch(`${user.address}/api/events`, {
    headers: {
      authorization: `Bearer ${user.token ?? ''}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: closing.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`)
  const heard: Heard[] = []
  let lastId: string | undefined
  let isOver = false
  const listen = async (body: ReadableStream<Uint8Array>) => {
    let buffer = ''
    for await (const text of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
      const blocks = (buffer + text).split('\n\n')
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        lastId = field('id') ?? lastId
        const type = field('event')
        if (type) heard.push({ id: field('id'), event: LiveEvent.parse({ type, data: JSON.parse(field('data') ?? '') }) })
      }
    }
  }
  void listen(response.body)
    .catch(() => {})
    .finally(() => {
      isOver = true
    })

  return {
    heard,
    lastId: () => lastId,
    isOver: () => isOver,
    hears: (count, ...types) =>
      eventually(
        async () => {
          const wanted = heard.filter(({ event }) => types.includes(event.type))
          return wanted.length >= count && wanted
        },
        `${count} events of ${types.join(', ')}`,
      ),
    close: () => closing.abort(),
  }
}
