import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Auction } from '../../contract/auction.ts'
import type { Marketplace } from '../../contract/marketplace.ts'
import type { Locale } from '../../contract/primitives.ts'

/** What `vite build --ssr src/prerender.tsx` exports. */
type Prerender = {
  renderPage(path: string, data: PageData): Promise<RenderedPage>
  assemblePage(shell: string, page: RenderedPage): string
}
type PageData = { origin: string; marketplaces?: readonly Marketplace[]; auctions?: readonly Auction[] }
type RenderedPage = { html: string; head: string; status: number; locale: Locale }

/** The build output that the server needs. */
export type BuiltApp = {
  folder: string
  /** The page without content, for routes that only the app renders. */
  shell: string
  buildId: string
  prerender: Prerender
}

/** @throws Error when the app has not been built */
export async function loadBuiltApp(appDir: string): Promise<BuiltApp> {
  const folder = join(appDir, 'app')
  return {
    folder,
    shell: readFileSync(join(folder, 'shell.html'), 'utf8'),
    buildId: JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')).buildId,
    prerender: await import(pathToFileURL(join(appDir, 'prerender', 'prerender.js')).href),
  }
}
