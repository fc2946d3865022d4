import { LiveEvent } from '../../contract/live.ts'
import { STREAM_BACKOFF_FIRST_MS, STREAM_BACKOFF_MAX_MS, STREAM_SILENCE_MS } from '../limits.ts'

type Listening = {
  token(): string | null
  /** Exchanges the identity again; null ends the listening. */
  renew(): Promise<string | null>
  onEvent(event: LiveEvent): void
  onState(state: 'open' | 'closed'): void
  signal: AbortSignal
}

/**
 * Listens to `GET /api/events` until the signal aborts: fetch and not EventSource, which cannot send the session's
 * token. A broken stream is taken up behind the last event, after a growing and scattered pause.
 */
export async function listen(listening: Listening): Promise<void> {
  const { signal } = listening
  let lastEventId: string | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      const response = await open(listening, lastEventId)
      if (response.status === 401) {
        if (!(await listening.renew())) return
        throw new Error('session renewed')
      }
      if (!response.ok || !response.body) throw new Error(`event stream answered ${response.status}`)
      failures = 0
      listening.onState('open')
      for await (const message of messagesOf(response.body, signal)) {
        lastEventId = message.id ?? lastEventId
        const event = LiveEvent.safeParse({ type: message.event, data: message.data })
        if (event.success) listening.onEvent(event.data)
      }
    } catch {
      // Every reason, from no network to a restarted server, is answered alike: wait and listen again.
    }
    if (signal.aborted) return
    listening.onState('closed')
    await pause(failures, signal)
    failures += 1
  }
}

function open({ token, signal }: Listening, lastEventId: string | undefined): Promise<Response> {
  return fetch('/api/events', {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token() ?? ''}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
    cache: 'no-store',
    credentials: 'omit',
    signal,
  })
}

type Message = { event: string; id?: string; data: unknown }

/** Messages of a text/event-stream body (WHATWG HTML, 9.2.6), their data as JSON. Ends when the stream falls silent. */
async function* messagesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Message> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffer = ''
  try {
    while (!signal.aborted) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      buffer += value
      const blocks = buffer.split(/\r?\n\r?\n/)
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageOf(block)
        if (message) yield message
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** One block of the stream; undefined for comments (the server's sign of life) and for data that is not JSON. */
export function messageOf(block: string): Message | undefined {
  const fields = new Map<string, string[]>()
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  const data = fields.get('data')
  if (!data) return undefined
  try {
    const id = fields.get('id')?.at(-1)
    return { event: fields.get('event')?.at(-1) ?? 'message', ...(id ? { id } : {}), data: JSON.parse(data.join('\n')) }
  } catch {
    return undefined
  }
}

async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('event stream fell silent')), STREAM_SILENCE_MS)
  })
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}

/** Full jitter, so that a restarted server is not met by all its users at once; cut short when the network comes back. */
async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ceiling = Math.min(STREAM_BACKOFF_MAX_MS, STREAM_BACKOFF_FIRST_MS * 2 ** failures)
  await new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', stop)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, STREAM_BACKOFF_FIRST_MS / 2 + Math.random() * ceiling)
    globalThis.addEventListener('online', stop)
    signal.addEventListener('abort', stop)
  })
}
