import { MARKETPLACE_ROUTE, splitLocale } from '../../contract/routes.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Registry } from '../marketplaces/registry.ts'
import { listMarketplaces } from '../polling/marketplaces.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Settings } from '../settings.ts'
import { listNewestPictured } from '../store/auctions.ts'
import type { BuiltApp } from './builtApp.ts'

const LANDING = '/'
const LANDING_AUCTIONS = 8
const LANDING_LIFE_MS = MINUTE_MS
/** Cached briefly: rendering takes milliseconds of CPU, and anyone may request it. */
const MARKETPLACE_LIFE_MS = 10 * SECOND_MS
/** Auctions that end sooner are not shown, because they would end before a visitor opens them. */
const LANDING_MIN_LEFT_MS = 15 * MINUTE_MS

export type PageDependencies = { db: Db; clock: Clock; log: Logger; registry: Registry; settings: Pick<Settings, 'publicUrl'> }

type PageData = Parameters<BuiltApp['prerender']['renderPage']>[1]

/** @throws Error when the page rendered as an error, which must be neither sent nor cached */
async function renderPublicPage(app: BuiltApp, pathname: string, data: PageData): Promise<string> {
  const page = await app.prerender.renderPage(pathname, data)
  if (page.status !== 200) throw new Error(`${pathname} was rendered with status ${page.status}`)
  return app.prerender.assemblePage(app.shell, page)
}

/**
 * The public pages. They change only with the build and are rendered once, except for two kinds that are cached for a limited
 * time: the landing page, which shows running auctions, and marketplaces' pages, which show their health.
 */
export function cachePublicPages(deps: PageDependencies) {
  const { clock, settings } = deps
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
    const data =
      path === LANDING ? await loadActiveAuctions(deps) : isMarketplace ? { marketplaces: await listMarketplaces(deps) } : {}
    return renderPublicPage(app, pathname, { origin: settings.publicUrl, ...data })
  }
}

function lifeMs(path: string): number {
  if (path === LANDING) return LANDING_LIFE_MS
  return path.startsWith(MARKETPLACE_ROUTE) ? MARKETPLACE_LIFE_MS : Number.POSITIVE_INFINITY
}

/** The running auctions; none when the database is unreachable, because the page must still be shown. */
async function loadActiveAuctions(deps: PageDependencies): Promise<Pick<PageData, 'auctions' | 'marketplaces'>> {
  try {
    const until = new Date(deps.clock.now().getTime() + LANDING_MIN_LEFT_MS)
    const [auctions, marketplaces] = await Promise.all([
      listNewestPictured(deps.db, until, LANDING_AUCTIONS),
      listMarketplaces(deps),
    ])
    if (auctions.length === 0) return {}
    // Only what the page shows, because the data is embedded in the page.
    return {
      auctions: auctions.map(({ description: _, ...auction }) => ({ ...auction, images: auction.images.slice(0, 1) })),
      marketplaces,
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'landing page rendered without auctions')
    return {}
  }
}
