import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_ROUTES } from '../../contract/routes.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const SHELL = '<!doctype html><title>shell</title>'
/** What the real prerender does in small: it says which page was asked for, and fails where the test wants it to. */
const PRERENDER = `
let failures = 1
export async function renderPage(path, { origin, marketplaces = [], auctions = [] }) {
  if (path === '/forgot-password' && failures-- > 0) throw new Error('not at the first time')
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
  test('that is public comes rendered, in both languages', async () => {
    const server = await start()
    for (const path of PUBLIC_ROUTES.filter((route) => route !== '/forgot-password')) {
      const english = await get(server, path)
      expect([english.status, english.text], path).toEqual([200, `${SHELL}${path} of https://lotwatch.example`])
      expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const german = path === '/' ? '/de' : `/de${path}`
      expect(await get(server, german)).toMatchObject({ status: 200, text: `${SHELL}${german} of https://lotwatch.example` })
    }
    expect((await get(server, '/?utm_source=x')).status).toBe(200)
    expect((await get(server, '/login/')).status).toBe(200)
  })

  test('that people land on shows what runs now and has a picture, the newest first', async () => {
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

  test('that could not be rendered once can be the next time', async () => {
    const server = await start()
    expect((await get(server, '/forgot-password')).status).toBe(500)
    expect((await get(server, '/forgot-password')).status).toBe(200)
  })

  test.each(['/overview', '/filters/create', '/de/filters', '/auctions', '/auctions/0193-x', '/de/account', '/account/'])(
    'of the app is the shell: %s',
    async (path) => {
      expect(await get(await start(), path)).toMatchObject({ status: 200, text: SHELL })
    },
  )

  test('of a marketplace is rendered with what is known of it; of an unknown one it is missing', async () => {
    const server = await start()
    const known = await get(server, '/de/marketplaces/lots')
    expect(known).toMatchObject({ status: 200, text: `${SHELL}/de/marketplaces/lots of https://lotwatch.example with lots` })
    expect((await get(server, '/marketplaces/nowhere')).status).toBe(404)
  })

  test.each(['/nowhere', '/de/nowhere', '/fr', '/auctions/a/b', '/marketplaces/nowhere', '/en'])(
    'that is missing is 404: for people with the app, for crawlers without anything: %s',
    async (path) => {
      const server = await start()
      expect(await get(server, path)).toMatchObject({ status: 404, text: SHELL })
      expect(await get(server, path, { 'user-agent': BOT })).toMatchObject({ status: 404, text: '' })
    },
  )
})

describe('a file', () => {
  test('under /assets is kept for ever, everything else asked for anew', async () => {
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

  test('that is missing under /assets is plain text even for who takes pages', async () => {
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

test('what is unknown under /api is a problem and no page', async () => {
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

test('every answer carries the security headers, the worker and the API too', async () => {
  const server = await start()
  for (const path of ['/', '/overview', '/sw.js', '/nowhere', '/assets/x.js', '/api/config', '/api/nothing']) {
    const { headers } = await get(server, path)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((part) => {
        const [name = '', ...values] = part.trim().split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(policy.get('default-src'), path).toBe("'none'")
    expect(policy.get('script-src')).toMatch(/^'self'( https:\/\/apis\.google\.com)?$/)
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

test('plain http on this machine is not turned into https for ever', async () => {
  const server = await start({ PUBLIC_URL: 'http://localhost:4600' })
  expect((await get(server, '/')).headers.get('strict-transport-security')).toBeNull()
})

test('before the app is built the API works and a page says what to do', async () => {
  const server = await startTestServer()
  const page = await get(server, '/')
  expect([page.status, page.text]).toEqual([503, 'The app has not been built: npm run build'])
  expect((await get(server, '/api/config')).status).toBe(200)
})
