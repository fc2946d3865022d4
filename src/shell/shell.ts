import type { ShellRequest } from '../../contract/shell.ts'

/** The object that the mobile shell injects before the page loads, for posting to it. Absent in a browser. */
type InjectedShell = { postMessage(message: string): void }

const injected = (): InjectedShell | undefined => {
  const { ReactNativeWebView, LotwatchShell } = globalThis as {
    ReactNativeWebView?: InjectedShell
    LotwatchShell?: InjectedShell
  }
  return LotwatchShell ?? ReactNativeWebView
}

/** Whether the app runs inside the mobile shell's web view. Always false in a frame. */
export const isInShell = (): boolean => window.top === window && injected() !== undefined

/** Sends a request to the shell, which may answer with an action. */
export const askShell = (request: ShellRequest): void => injected()?.postMessage(JSON.stringify(request))
