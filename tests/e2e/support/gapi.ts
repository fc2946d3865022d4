import type { BrowserContext } from '@playwright/test'

/**
 * The part of Google's iframe library that the sign-in window needs: a frame, and named messages between it and its page. The
 * identity provider's code loads the real one from Google, in our page and in the provider's helper frame.
 */
const LIBRARY = `(() => {
  const channel = (other) => {
    const handlers = {}, answers = {}
    addEventListener('message', async ({ source, data }) => {
      if (source !== other() || data?.gapi !== true) return
      // What an answer's taker throws is nobody's business here, nor in the real library: the provider's code throws after each.
      if (data.name === undefined) try { return answers[data.id]?.([data.answer]) } catch { return }
      other().postMessage({ gapi: true, id: data.id, answer: await handlers[data.name]?.(data.body) }, '*')
    })
    return {
      register: (name, handler) => { handlers[name] = handler },
      send: (name, body, onAnswer) => {
        const id = Math.random()
        answers[id] = onAnswer
        other().postMessage({ gapi: true, id, name, body }, '*')
      },
      restyle: async () => {},
      ping: async () => {},
    }
  }
  const open = ({ where, url }, onOpen) => new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.src = url
    frame.onload = () => resolve(onOpen(channel(() => frame.contentWindow)))
    where.append(frame)
  })
  const context = { open, getParentIframe: () => channel(() => parent) }
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: {} },
  }
  const onload = document.currentScript && new URL(document.currentScript.src).searchParams.get('onload')
  window[onload ?? 'gapi_onload']?.()
})()`

/** Stands in for Google, because tests run without internet access. */
export async function answerForGoogle(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: LIBRARY }),
  )
  // The emulator's sign-in page loads styles from other hosts; it works without them.
  await context.route(/fonts\.googleapis\.com|unpkg\.com/, (route) => route.abort())
}
