import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_ROUTES } from '../../contract/routes.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const SHELL = '<!doctype html><title>shell</title>'
/** A minimal prerender: it returns the requested page, and fails where the test wants it to. */
const PRERENDER = `
let failures = 1
let broken = 2
export async function renderPage(path, { origin, marketplaces = [], auctions = [] }) {
  if (path === '/forgot-password' && failures-- > 0) throw new Error('not at the first time')
  if (path === '/register' && broken-- > 0) return { html: 'the face of an error', head: '', status: 500, locale: 'en' }
  return { html: path + ' of ' + origin + marketplaces.map(({ id }) => ' with ' + id).join('') + auctions.map(({ title, images }) => ' running ' + title + ' ' + images).join(''), head: '', status: 200, locale: 'en' }
}
export const assemblePage = (shell, page) => shell + page.html
`
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A server with a tiny built app. */
async function start(environment: Record<string, string> = {}, marketplace = new ScriptedMarketplace('lots')) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  put('app/shell.html', SHELL)
  put('app/build.json', '{"buildId":"build-1"}')
  put('app/assets/x.js', 'export {}')
  put('app/sw.js', 'self.x = 1')
  put('app/manifest.webmanifest', '{}')
  put('prerender/prerender.js', PRERENDER)
  put('package.json', '{"type":"module"}')
  return startTestServer(
    { APP_DIR: folder, PUBLIC_URL: 'https://lotwatch.example', ...environment },
    { connectors: [marketplace.connector] },
  )
}

async function get({ address }: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(address + path, {
    headers: { accept: 'text/html,*/*;q=0.8', 'user-agent': BROWSER, ...headers },
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a page', () => {
  test('that is public is rendered in both languages', async () => {
    const server = await start()
    for (const path of PUBLIC_ROUTES.filter((route) => !['/forgot-password', '/register'].includes(route))) {
      const english = await get(server, path)
      expect([english.status, english.text], path).toEqual([200, `${SHELL}${path} of https://lotwatch.example`])
      expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const german = path === '/' ? '/de' : `/de${path}`
      expect(await get(server, german)).toMatchObject({ status: 200, text: `${SHELL}${german} of https://lotwatch.example` })
    }
    expect((await get(server, '/?utm_source=x')).status).toBe(200)
    expect((await get(server, '/login/')).status).toBe(200)
  })

  test('for landing shows active auctions with a picture, the newest first', async () => {
    const marketplace = new ScriptedMarketplace('lots')
    const images = ['https://lots.example/1.jpg', 'https://lots.example/2.jpg']
    marketplace.put('old', { title: 'Leica', images })
    marketplace.put('plain', { title: 'Without a picture' })
    marketplace.put('last minute', { title: 'Nearly over', images, endsAt: new Date(Date.now() + 60_000).toISOString() })
    const server = await start({ ROLES: 'api,poll' }, marketplace)
    await marketplace.polled()
    marketplace.put('new', { title: 'Rollei', images })
    await marketplace.polled()
    expect((await get(server, '/de')).text).toBe(
      `${SHELL}/de of https://lotwatch.example with lots running Rollei ${images[0]} running Leica ${images[0]}`,
    )
  })

  test('that failed to render is rendered at the next request', async () => {
    const server = await start()
    const failed = await get(server, '/forgot-password')
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(failed.headers.get('cache-control')).toBe('no-store')
    expect(failed.text).toMatch(/<h1>Something went wrong on this page<\/h1>/)
    expect((await get(server, '/forgot-password')).status).toBe(200)
  })

  test.each(['/overview', '/filters/create', '/de/filters', '/auctions', '/auctions/0193-x', '/de/account', '/account/'])(
    'of the app is the shell: %s',
    async (path) => {
      expect(await get(await start(), path)).toMatchObject({ status: 200, text: SHELL })
    },
  )

  test('of a marketplace is rendered with its health; of an unknown one it is 404', async () => {
    const server = await start()
    const known = await get(server, '/de/marketplaces/lots')
    expect(known).toMatchObject({ status: 200, text: `${SHELL}/de/marketplaces/lots of https://lotwatch.example with lots` })
    expect((await get(server, '/marketplaces/nowhere')).status).toBe(404)
  })

  test.each(['/nowhere', '/de/nowhere', '/fr', '/auctions/a/b', '/marketplaces/nowhere', '/en'])(
    'that is missing is 404: for people with the app, for crawlers without anything: %s',
    async (path) => {
      const server = await start()
      const words = path.startsWith('/de') ? 'Seite nicht gefunden' : 'Page Not Found'
      const { status, text } = await get(server, path)
      expect(status).toBe(404)
      expect(text.startsWith(SHELL)).toBe(true)
      expect(text).toContain(`<h1>${words}: ${path}</h1>`)
      expect(await get(server, path, { 'user-agent': BOT })).toMatchObject({ status: 404, text: '' })
    },
  )
})

describe('a page that failed', () => {
  test('is an error page for browsers, empty for bots, and is not cached', async () => {
    const server = await start()
    const forBot = await get(server, '/register', { 'user-agent': BOT })
    expect([forBot.status, forBot.text]).toEqual([500, ''])
    const forPerson = await get(server, '/register')
    expect(forPerson.status).toBe(500)
    expect(forPerson.text).not.toContain('the face of an error')
    expect(forPerson.headers.get('cache-control')).toBe('no-store')
    expect(await get(server, '/register')).toMatchObject({ status: 200 })
  })

  test('without the database has a Retry-After, in the language of its path', async () => {
    const server = await start()
    const database = new pg.Client(server.databaseUrl)
    await database.connect()
    onTestFinished(() => database.end())
    await database.query('alter table marketplace_state rename to away')
    const failed = await get(server, '/de/marketplaces/lots')
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(failed.text).toContain('<h1>Auf dieser Seite ist etwas schiefgegangen</h1>')
    expect(await get(server, '/marketplaces/lots', { 'user-agent': BOT })).toMatchObject({ status: 500, text: '' })
  })

  test('escapes the path', async () => {
    const { status, text } = await get(await start(), '/%3Cscript%3Ealert(1)%3C/script%3E<b>"')
    expect(status).toBe(404)
    expect(text).not.toMatch(/<script>|<b>/i)
    expect(text).toContain('Page Not Found: /')
  })
})

describe('an address without a language', () => {
  const german = { cookie: 'theme=x; locale=de' }

  test.each([
    ['/', '/de'],
    ['/overview', '/de/overview'],
    ['/filters/create?keywords=leica%20m6', '/de/filters/create?keywords=leica%20m6'],
    ['/auctions?segment=endingSoon', '/de/auctions?segment=endingSoon'],
    ['/auctions/0193-x', '/de/auctions/0193-x'],
    ['/login', '/de/login'],
    ['/marketplaces/lots', '/de/marketplaces/lots'],
  ])('leads to the language that was chosen: %s', async (path, to) => {
    const server = await start()
    const { status, headers } = await get(server, path, german)
    expect([status, headers.get('location')]).toEqual([302, to])
    expect(headers.get('vary')).toMatch(/cookie/i)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect((await get(server, to, german)).status).toBe(200)
  })

  test.each([undefined, 'locale=en', 'locale=fr', 'locale=', 'xlocale=de', 'locale=de-x'])(
    'is English with the cookie %s, and caches keep that apart',
    async (cookie) => {
      const answer = await get(await start(), '/overview', cookie === undefined ? {} : { cookie })
      expect(answer).toMatchObject({ status: 200, text: SHELL })
      expect(answer.headers.get('vary')).toMatch(/cookie/i)
    },
  )

  test('with a language in the path ignores the cookie', async () => {
    const answer = await get(await start(), '/de/overview', { cookie: 'locale=en' })
    expect(answer).toMatchObject({ status: 200, text: SHELL })
  })

  test.each(['/nowhere', '/api/config', '/sitemap.xml', '/assets/x.js', '/manifest.webmanifest'])(
    'that is no page is not sent elsewhere: %s',
    async (path) => {
      expect((await get(await start(), path, german)).headers.get('location')).toBeNull()
    },
  )
})

test('a path with a foreign host does not redirect there', async () => {
  const server = await start()
  const { headers } = await get(server, '//evil.example/overview', { cookie: 'locale=de' })
  const location = headers.get('location')
  expect(location === null || new URL(location, server.address).origin === server.address).toBe(true)
})

describe('a file', () => {
  test('under /assets is immutable, all others are revalidated', async () => {
    const server = await start()
    expect((await get(server, '/assets/x.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/sw.js', '/manifest.webmanifest', '/build.json', '/', '/overview', '/nowhere']) {
      expect((await get(server, path)).headers.get('cache-control'), path).toBe('no-cache')
    }
  })

  test.each(['/assets/old.js', '/assets/../assets/old.css', '/favicon.ico', '/api', '/assets/'])(
    'that is missing is never answered with a page: %s',
    async (path) => {
      const answer = await get(await start(), path, { accept: '*/*' })
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('<title>')
    },
  )

  test('that is missing under /assets is plain text even if the client accepts HTML', async () => {
    const answer = await get(await start(), '/assets/old.js')
    expect([answer.status, answer.text]).toEqual([404, 'Not found'])
    expect(answer.headers.get('content-type')).toContain('text/plain')
  })

  test.each(['/..%2f..%2fetc/passwd', '/%2e%2e/prerender/prerender.js', '/assets/..%2f..%2fprerender/prerender.js'])(
    'outside of the app is out of reach: %s',
    async (path) => {
      const answer = await get(await start(), path, { accept: '*/*' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toMatch(/root:|renderPage/)
    },
  )
})

test('an unknown path under /api is a problem, not a page', async () => {
  const answer = await get(await start(), '/api/nothing')
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'not_found'])
})

test('the sitemap lists every public page in both languages with its alternates, and robots.txt names it', async () => {
  const server = await start()
  const { text, headers } = await get(server, '/sitemap.xml')
  expect(headers.get('content-type')).toContain('application/xml')
  const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)
  const at = (path: string) => `https://lotwatch.example${path}`
  expect(pages).toEqual(
    [
      '/',
      '/de',
      '/login',
      '/de/login',
      '/register',
      '/de/register',
      '/forgot-password',
      '/de/forgot-password',
      '/marketplaces/lots',
      '/de/marketplaces/lots',
    ].map(at),
  )
  for (const entry of text.split('<url>').slice(1)) {
    const languages = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]
    expect(languages.map(([, language]) => language)).toEqual(['en', 'de', 'x-default'])
    expect(languages[2]?.[2]).toBe(languages[0]?.[2])
  }
  const robots = await get(server, '/robots.txt', { accept: '*/*' })
  expect(robots.text).toContain('Disallow: /api/')
  expect(robots.text).toContain('Sitemap: https://lotwatch.example/sitemap.xml')
})

/** The page's policy by directive. */
const policyOf = (headers: Headers): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )

describe("Google's scripts", () => {
  const GOOGLE = "'self' https://apis.google.com/js/api.js https://apis.google.com/_/scs/"

  test.each(['/login', '/de/login', '/login/', '/login?x=1'])(
    'are allowed by path on a sign-in page, and nothing else differs: %s',
    async (path) => {
      const server = await start()
      const page = policyOf((await get(server, path)).headers)
      expect(page.get('script-src')).toBe(GOOGLE)
      const other = policyOf((await get(server, '/overview')).headers)
      expect(Object.fromEntries(page)).toEqual({ ...Object.fromEntries(other), 'script-src': GOOGLE })
    },
  )

  test('are allowed on the other sign-in page too, but not on an error page', async () => {
    const server = await start()
    expect(policyOf((await get(server, '/register')).headers).get('script-src')).toBe("'self'")
    await get(server, '/register')
    const page = await get(server, '/register')
    expect([page.status, policyOf(page.headers).get('script-src')]).toEqual([200, GOOGLE])
  })

  test.each(['/', '/de', '/forgot-password', '/overview', '/de/account', '/nowhere', '/login/x', '/shell.html'])(
    'are not on any other page: %s',
    async (path) => {
      const { headers } = await get(await start(), path)
      expect(policyOf(headers).get('script-src')).toBe("'self'")
    },
  )
})

test('every answer has the security headers, including the worker and the API', async () => {
  const server = await start()
  for (const path of ['/', '/overview', '/sw.js', '/nowhere', '/assets/x.js', '/api/config', '/api/nothing']) {
    const { headers } = await get(server, path)
    const policy = policyOf(headers)
    expect(policy.get('default-src'), path).toBe("'none'")
    expect(policy.get('script-src'), path).toBe("'self'")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).toBeDefined()
    for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(name), name).toBe("'none'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe-(inline|eval)|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('plain http on this machine gets no HSTS', async () => {
  const server = await start({ PUBLIC_URL: 'http://localhost:4600' })
  expect((await get(server, '/')).headers.get('strict-transport-security')).toBeNull()
})

test('without a built app the API works and pages show what to do', async () => {
  const server = await startTestServer()
  const page = await get(server, '/')
  expect([page.status, page.text]).toEqual([503, 'The app has not been built: npm run build'])
  expect((await get(server, '/api/config')).status).toBe(200)
})
