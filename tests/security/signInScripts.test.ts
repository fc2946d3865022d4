import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, onTestFinished } from 'vitest'
import { isGoogleSignInScript } from '../../src/install/googleScripts.ts'
import { startTestServer } from '../support/server.ts'
import { attack } from './support/attack.ts'

const GOOGLE = 'https://apis.google.com'
/** The scripts that Firebase requests, and those that Google's loader then requests. */
const NEEDED = [
  `${GOOGLE}/js/api.js?onload=__iframefcb123456`,
  `${GOOGLE}/_/scs/abc-static/_/js/k=gapi.lb.en.Yx0_z-1.O/m=gapi_iframes/rt=j/sv=1/d=1/ed=1/rs=AHpOoo8A/cb=gapi.loaded_0?le=scs`,
]
const UNWANTED = [
  `${GOOGLE}/js/api.js?onload=alert`,
  `${GOOGLE}/js/api.js?onload=__iframefcb1.constructor`,
  `${GOOGLE}/js/api.js?onload=__iframefcb1&callback=alert`,
  `${GOOGLE}/js/api.js/`,
  `${GOOGLE}/js/api.js/../client.js`,
  `${GOOGLE}/js/../js/api.js`,
  `${GOOGLE}/js/api.js%2f..%2fclient.js`,
  `${GOOGLE}/js/client.js`,
  `${GOOGLE}/js/platform.js?onload=alert`,
  `${GOOGLE}/_/scs/../../js/client.js`,
  `${GOOGLE}/_/scs/%2e%2e/%2e%2e/js/client.js`,
  `${GOOGLE}/_/scs/..%2f..%2fjs/client.js`,
  `${GOOGLE}/_/scs/..\\..\\js\\client.js`,
  `${GOOGLE}/_/scsx/a.js`,
  `${GOOGLE}/_/a.js`,
  `${GOOGLE}/`,
  `${GOOGLE}:8443/js/api.js`,
  `https://user@apis.google.com/js/api.js`,
  `//apis.google.com/js/api.js`,
  `http://apis.google.com/js/api.js`,
  'https://apis.google.com.evil.example/js/api.js',
  'https://evil.example/https://apis.google.com/js/api.js',
  'https://www.google.com/recaptcha/api.js',
  'data:text/javascript,0',
  '/assets/x.js',
]
const SIGN_IN_PAGES = ['/login', '/register', '/de/login', '/de/register', '/login/']
const OTHER_PAGES = ['/', '/de', '/forgot-password', '/overview', '/de/auctions', '/filters/create', '/account', '/nowhere']

/** A server with only the real script policy as its app. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-policy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const shell = '<!doctype html><title>x</title><script type="module" src="/assets/policies.js"></script>'
  const sources = ['googleScripts', 'trustedTypes'].map((name) => readFileSync(`src/install/${name}.ts`, 'utf8'))
  // Concatenates both files: the only import of one is the other.
  const policies = stripTypeScriptTypes(sources.join('\n').replace(/^import .*googleScripts\.ts'$/m, ''))
  put('app/shell.html', shell)
  put('app/build.json', '{"buildId":"build-1"}')
  put('app/assets/policies.js', `${policies}\ncreatePolicies()`)
  put('app/assets/x.js', '')
  put('package.json', '{"type":"module"}')
  put(
    'prerender/prerender.js',
    `export const renderPage = async () => ({ html: '', head: '', status: 200, locale: 'en', marks: '' })
     export const assemblePage = (shell) => shell`,
  )
  return startTestServer({ APP_DIR: folder })
}

/** Makes a page load a script, as injected code would. A string, because these types do not include the DOM. */
const RUNS = `(source) => new Promise((resolve) => {
  const script = document.createElement('script')
  script.onload = () => resolve(true)
  script.onerror = () => resolve(false)
  try {
    script.setAttribute('src', source)
  } catch {
    return resolve(false)
  }
  document.head.append(script)
})`
const runs = (page: Page, url: string): Promise<boolean> => page.evaluate(`(${RUNS})(${JSON.stringify(url)})`)

attack('scripts of the sign-in host', async (record) => {
  const { address } = await start()
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
  onTestFinished(() => browser.close())
  // A headless user agent counts as a bot, which gets no error pages.
  const page = await browser.newPage({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36' })
  // Requests to other hosts succeed, so that only the page's policy can refuse them.
  await page.route(
    (url) => url.origin !== address,
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  for (const path of [...SIGN_IN_PAGES, ...OTHER_PAGES]) {
    await page.goto(address + path, { waitUntil: 'load' })
    const isSignIn = SIGN_IN_PAGES.includes(path)
    for (const url of UNWANTED) record(`${path}: ${url}`, await runs(page, url))
    for (const url of NEEDED) {
      const hasRun = await runs(page, url)
      if (isSignIn) expect(hasRun, `${path}: ${url}`).toBe(true)
      else record(`${path}: ${url}`, hasRun)
    }
  }
})

attack('script addresses past the default Trusted Types policy', (record) => {
  for (const url of UNWANTED) record(url, isGoogleSignInScript(url))
  for (const url of NEEDED) expect(isGoogleSignInScript(url), url).toBe(true)
  expect(isGoogleSignInScript(`${GOOGLE}/js/api.js`)).toBe(true)
})
