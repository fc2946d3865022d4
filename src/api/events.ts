import { LiveEvent } from '../../contract/live.ts'
import { STREAM_BACKOFF_FIRST_MS, STREAM_BACKOFF_MAX_MS, STREAM_SILENCE_MS } from '../limits.ts'
import { problemOf } from './call.ts'
import { ApiError, type ApiErrorCode } from './errors.ts'

type Listening = {
  token(): string | null
  /** Asks for another token after a 401. */
  renew(refused: string | null): Promise<string | null>
  onEvent(event: LiveEvent): void
  /** `refusal`: why the server did not open the stream, where it said so. */
  onState(state: 'open' | 'closed', refusal?: ApiErrorCode): void
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
    let refusal: ApiErrorCode | undefined
    try {
      const token = listening.token()
      const response = await open(token, lastEventId, signal)
      // A session that cannot be renewed ends the listening by the signal; one that cannot be renewed yet is tried again.
      if (response.status === 401) await listening.renew(token)
      if (!response.ok || !response.body) throw await problemOf(response)
      failures = 0
      listening.onState('open')
      for await (const message of messagesOf(response.body, signal)) {
        lastEventId = message.id ?? lastEventId
        const event = LiveEvent.safeParse({ type: message.event, data: message.data })
        if (event.success) listening.onEvent(event.data)
      }
    } catch (error) {
      // Every reason, from no network to a restarted server, is answered alike: wait and listen again.
      if (error instanceof ApiError) refusal = error.code
    }
    if (signal.aborted) return
    listening.onState('closed', refusal)
    await pause(failures, signal)
    failures += 1
  }
}

function open(token: string | null, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
  return fetch('/api/events', {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token ?? ''}`,
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
