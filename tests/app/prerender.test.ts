import { describe, expect, it } from 'vitest'
import type { Marketplace } from '../../contract/marketplace.ts'
import { assemblePage, prerenderedPaths, renderPage } from '../../src/prerender.tsx'
import { auction } from './support/fixtures.ts'

const origin = 'https://lotwatch.example'
const demo: Marketplace = {
  id: 'demo',
  name: 'Demo auction house',
  homePage: 'https://demo.example',
  demo: true,
  ownSection: false,
  criteria: ['price'],
  health: { state: 'ok', failures: 0 },
}

describe('a page rendered ahead', () => {
  it.each(prerenderedPaths)('%s has one h1, a title and both languages in its head', async (path) => {
    const { html, head, status, locale } = await renderPage(path, { origin })
    expect(status).toBe(200)
    expect(locale).toBe(path.startsWith('/de') ? 'de' : 'en')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(head).toMatch(/<title data-pre="">[^<]+<\/title>/)
    expect(head.match(/hrefLang="(en|de|x-default)"/g)).toHaveLength(3)
    // The content security policy allows neither.
    expect(html).not.toMatch(/<script| style="/)
  })

  it.each([
    ['/', 'track auctions across marketplaces with custom filters and notifications'],
    ['/de', 'Auktionen auf vielen Marktplätzen mit eigenen Filtern und Benachrichtigungen verfolgen'],
  ])('%s says in title and description what the product does', async (path, what) => {
    const { head } = await renderPage(path, { origin })
    const title = /<title[^>]*>([^<]*)<\/title>/.exec(head)?.[1] ?? ''
    const description = /<meta[^>]*name="description"[^>]*content="([^"]*)"/.exec(head)?.[1] ?? ''
    expect(title.toLowerCase()).toContain(what.toLowerCase())
    expect(description.toLowerCase()).toBe(what.toLowerCase())
  })

  it.each(prerenderedPaths)('%s is marked when its document may load Google’s scripts', async (path) => {
    const page = assemblePage('<html lang="en"><!--head--><!--app-->', await renderPage(path, { origin }))
    expect(/^<html[^>]* data-sign-in>/.test(page)).toBe(/\/(login|register)$/.test(path))
  })

  it('shows a marketplace, and 404 for one that is not there', async () => {
    expect((await renderPage('/marketplaces/demo', { origin, marketplaces: [demo] })).html).toContain('Demo auction house')
    expect((await renderPage('/marketplaces/other', { origin, marketplaces: [demo] })).status).toBe(404)
    expect((await renderPage('/fr', { origin })).status).toBe(404)
  })

  it('shows what runs now on the landing page, and hands it to the app as data that is no markup', async () => {
    const running = auction(1, { title: '</script><b>Leica', images: ['https://demo.example/1.jpg'] })
    const { html } = await renderPage('/de', { origin, marketplaces: [demo], auctions: [running] })
    expect(html).toContain('&lt;/script&gt;&lt;b&gt;Leica')
    expect(html).toContain('src="https://demo.example/1.jpg"')
    expect(html).toMatch(/Demo auction house.*Demo/)
    const [, text = ''] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toEqual({ marketplaces: [demo], auctions: [running] })
  })

  it('never mixes languages when many are rendered at once', async () => {
    const pages = await Promise.all(Array.from({ length: 40 }, (_, index) => renderPage(index % 2 ? '/de/login' : '/login')))
    for (const [index, { html }] of pages.entries()) expect(html.includes('Anmelden')).toBe(index % 2 === 1)
  })

  it('goes into the shell', () => {
    const shell = '<html lang="en"><head><!--head--></head><body><!--app--></body></html>'
    const page = assemblePage(shell, { html: '<p>$&</p>', head: '<title>x</title>', status: 200, locale: 'de', marks: '' })
    expect(page).toBe('<html lang="de"><head><title>x</title></head><body><p>$&</p></body></html>')
  })
})
