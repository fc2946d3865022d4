import { MARKETPLACE_ROUTE, splitLocale } from '../../contract/routes.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { listNewestPictured } from '../store/auctions.ts'
import type { BuiltApp } from './builtApp.ts'
import { listMarketplaces } from './marketplaces.ts'
import type { HttpParts } from './parts.ts'

const LANDING = '/'
const LANDING_AUCTIONS = 8
const LANDING_LIFE_MS = MINUTE_MS
/** Cached for a moment: rendering takes milliseconds of CPU, and anyone may request it. */
const MARKETPLACE_LIFE_MS = 10 * SECOND_MS
/** What ends sooner would be over before it is looked at. */
const LANDING_RUNS_MS = 15 * MINUTE_MS

type PageData = Parameters<BuiltApp['prerender']['renderPage']>[1]

/** @throws Error when the page has rendered an error: that must be neither sent as a page nor kept */
async function renderPublicPage(app: BuiltApp, pathname: string, data: PageData): Promise<string> {
  const page = await app.prerender.renderPage(pathname, data)
  if (page.status !== 200) throw new Error(`${pathname} was rendered with status ${page.status}`)
  return app.prerender.assemblePage(app.shell, page)
}

/**
 * The public pages as they stand for everyone. They change with the build only and are rendered once, but for two kinds
 * that are cached for a limited time: the landing page shows what runs, a marketplace's page its health.
 */
export function keepPublicPages(parts: HttpParts) {
  const { clock, settings } = parts
  const kept = new Map<string, { until: number; html: Promise<string> }>()

  return (app: BuiltApp, pathname: string): Promise<string> => {
    const now = clock.now().getTime()
    const known = kept.get(pathname)
    if (known && now < known.until) return known.html
    const { path } = splitLocale(pathname)
    const html = render(app, pathname, path)
    kept.set(pathname, { until: now + lifeMs(path), html })
    html.catch(() => kept.delete(pathname))
    return html
  }

  async function render(app: BuiltApp, pathname: string, path: string): Promise<string> {
    const isMarketplace = path.startsWith(MARKETPLACE_ROUTE)
    const data = path === LANDING ? await running(parts) : isMarketplace ? { marketplaces: await listMarketplaces(parts) } : {}
    return renderPublicPage(app, pathname, { origin: settings.publicUrl, ...data })
  }
}

function lifeMs(path: string): number {
  if (path === LANDING) return LANDING_LIFE_MS
  return path.startsWith(MARKETPLACE_ROUTE) ? MARKETPLACE_LIFE_MS : Number.POSITIVE_INFINITY
}

/** What runs now; nothing when the database is away, for the page must be there all the same. */
async function running(parts: HttpParts): Promise<Pick<PageData, 'auctions' | 'marketplaces'>> {
  try {
    const until = new Date(parts.clock.now().getTime() + LANDING_RUNS_MS)
    const [auctions, marketplaces] = await Promise.all([
      listNewestPictured(parts.db, until, LANDING_AUCTIONS),
      listMarketplaces(parts),
    ])
    if (auctions.length === 0) return {}
    // Only what the page shows: it is sent along with it.
    return {
      auctions: auctions.map(({ description: _, ...auction }) => ({ ...auction, images: auction.images.slice(0, 1) })),
      marketplaces,
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'the landing page has no auctions to show')
    return {}
  }
}
