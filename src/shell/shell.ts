import type { ShellRequest } from '../../contract/shell.ts'

/** What the mobile shell injects before the page loads: how to post to it. Absent in a browser. */
type InjectedShell = { postMessage(message: string): void }

const injected = (): InjectedShell | undefined => {
  const { ReactNativeWebView, LotwatchShell } = globalThis as {
    ReactNativeWebView?: InjectedShell
    LotwatchShell?: InjectedShell
  }
  return LotwatchShell ?? ReactNativeWebView
}

/** Whether the app runs inside the mobile shell's web view. A page in a frame never does. */
export const isInShell = (): boolean => window.top === window && injected() !== undefined

/** Asks the shell; it answers, if at all, with an action. */
export const askShell = (request: ShellRequest): void => injected()?.postMessage(JSON.stringify(request))
