import { createParser } from 'eventsource-parser'
import { LiveEvent } from '../../contract/live.ts'
import { STREAM_BACKOFF_FIRST_MS, STREAM_BACKOFF_MAX_MS, STREAM_SILENCE_MS } from '../limits.ts'
import { problemOf } from './call.ts'
import { ApiError, type ApiErrorCode } from './errors.ts'

type Listening = {
  token(): string | null
  /** Requests a new token after a 401. */
  renew(refused: string | null): Promise<string | null>
  onEvent(event: LiveEvent): void
  /** `refusal`: why the server did not open the stream, if it said so. */
  onState(state: 'open' | 'closed', refusal?: ApiErrorCode): void
  signal: AbortSignal
}

/**
 * Listens to `GET /api/events` until the signal aborts. Uses fetch because EventSource cannot send the session's token.
 * A broken stream is resumed after the last event, with exponential backoff and jitter.
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
      // If the session has ended, the signal aborts; if it cannot be renewed yet, this is retried.
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
      // All causes, from no network to a server restart, are handled alike: wait and reconnect.
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

/** Parses a text/event-stream body with JSON data. Ends when the stream falls silent; the server's comments keep it alive. */
async function* messagesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Message> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  const parser = createMessageParser()
  try {
    while (!signal.aborted) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      yield* parser.feed(value)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Parses a stream piece by piece. Skips comments and messages whose data is not JSON. */
export function createMessageParser(): { feed(piece: string): Message[] } {
  let messages: Message[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      try {
        messages.push({ event, ...(id ? { id } : {}), data: JSON.parse(data) })
      } catch {}
    },
  })
  return {
    feed(piece) {
      messages = []
      parser.feed(piece)
      return messages
    },
  }
}

async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('event stream fell silent')), STREAM_SILENCE_MS)
  })
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}

/** Full jitter, so that clients do not all reconnect at once after a server restart. Ends early when the network returns. */
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
