import { ShellAction } from '../../contract/shell.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { MAX_SHELL_MESSAGE_LENGTH } from '../../contract/vocabulary/limits.ts'
import { SHELL_LOGS_PER_SECOND } from '../limits.ts'

/**
 * Receives the shell's actions: only inside the shell, only from the page itself (the shell posts as the page), only valid by
 * the contract, and with rate-limited debug messages. Everything else is ignored silently.
 */
export function listenToShell(onAction: (action: ShellAction) => void, now: () => number = Date.now): () => void {
  let logs: number[] = []
  const onMessage = (event: MessageEvent) => {
    const action = isFromPage(event) ? actionOf(event.data) : undefined
    if (!action) return
    if (action.action === 'log') {
      logs = logs.filter((at) => now() - at < SECOND_MS)
      if (logs.length >= SHELL_LOGS_PER_SECOND) return
      logs.push(now())
    }
    onAction(action)
  }
  addEventListener('message', onMessage)
  return () => removeEventListener('message', onMessage)
}

/** Accepts messages from this window, or without a source (injected by the shell), not from frames, openers or other tabs. */
function isFromPage({ source, origin }: MessageEvent): boolean {
  return (source === window || source === null) && (origin === location.origin || origin === '')
}

/** Parses an action, which shells send as JSON text or as an object. */
export function actionOf(data: unknown): ShellAction | undefined {
  try {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    if (text === undefined || text.length > MAX_SHELL_MESSAGE_LENGTH) return undefined
    return ShellAction.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
