import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const API_ORIGIN = process.env.API_ORIGIN ?? 'http://localhost:4600'
const APP_DIR = 'dist/app'
const PRERENDER_DIR = 'dist/prerender'
const BUILD_ID_LENGTH = 12
const MANIFEST = 'manifest.json'
const SLASH_PATH_DEPTH = 1

/**
 * Names the build after its content: the id goes into the page (so that the running app knows itself) and into
 * /build.json (which the app polls). The same sources give the same id, so a rebuild alone offers nobody an update.
 */
function buildId(): Plugin {
  return {
    name: 'lotwatch:build-id',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256')
      for (const name of Object.keys(bundle).sort()) hash.update(name)
      const id = hash.digest('hex').slice(0, BUILD_ID_LENGTH)
      const page = bundle['index.html']
      if (page?.type === 'asset') page.source = page.source.toString().replace('%BUILD_ID%', id)
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ buildId: id }) })
    },
  }
}

/** Changes with every schema that stored records are made of: what an older one wrote is parsed when it is read. */
function recordsVersion(): string {
  const hash = createHash('sha256')
  for (const file of [...globSync('contract/*.ts'), 'src/storage/records.ts'].sort()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, BUILD_ID_LENGTH)
}

/**
 * Keeps the page without content as shell.html, for the worker and for app routes: index.html is the prerendered landing
 * page and must not be what another route falls back to.
 */
function shellPage(): Plugin {
  return {
    name: 'lotwatch:shell-page',
    apply: 'build',
    enforce: 'post',
    async writeBundle() {
      await rename(resolve(APP_DIR, 'index.html'), resolve(APP_DIR, 'shell.html'))
      // The list of what was built is for the size budgets, and nothing to serve.
      await rename(resolve(APP_DIR, MANIFEST), resolve(dirname(APP_DIR), MANIFEST))
    },
  }
}

/** After `vite build --ssr src/prerender.tsx`: writes the public pages, in both languages, beside the shell. */
function prerenderedPages(): Plugin {
  return {
    name: 'lotwatch:prerendered-pages',
    apply: 'build',
    async closeBundle() {
      const built: typeof import('./src/prerender.tsx') = await import(pathToFileURL(resolve(PRERENDER_DIR, 'prerender.js')).href)
      const shell = await readFile(resolve(APP_DIR, 'shell.html'), 'utf8')
      for (const path of built.prerenderedPaths) {
        const page = built.assemblePage(shell, await built.renderPage(path, { origin: process.env.PUBLIC_URL ?? '' }))
        const file = resolve(APP_DIR, `${path.slice(SLASH_PATH_DEPTH)}/index.html`.replace(/^\//, ''))
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, page)
      }
    },
  }
}

/** Where the texts of the frames around pages come from, and those of each page that has a part of its own. */
const FRAME_TEXTS = /^#: src\/(components|routes|screens\/frame)\//m
const PAGE_TEXTS: Readonly<Record<string, RegExp>> = {
  landing: /^#: src\/screens\/(landing\/|auctions\/(Price|SourceName)|texts\/plans)/m,
  inbox:
    /^#: src\/(screens\/auctions\/(Auctions|FilterPicker|Inbox|Match|NothingStored|Price|SourceName|facts|useTriage)|screens\/texts\/unknowns)/m,
}
const PART = /messages\.po\?part=(\w+)/

/** Takes a compiled catalogue apart: `messages.po?part=landing`, `?part=inbox` and `?part=rest`. */
function catalogueParts(): Plugin {
  return {
    name: 'lotwatch:catalogue-parts',
    enforce: 'post',
    transform: {
      filter: { id: PART },
      async handler(code, id) {
        const part = PART.exec(id)?.[1] ?? ''
        const compiled = /JSON\.parse\((".*")\)/s.exec(code)?.[1]
        if (!compiled) return
        const blocks = (await readFile(id.replace(/\?.*/, ''), 'utf8')).split('\n\n')
        const isIn = (texts: RegExp) => (block: string) => FRAME_TEXTS.test(block) || texts.test(block)
        const pages = Object.values(PAGE_TEXTS)
        const own = PAGE_TEXTS[part]
        const chosen = blocks.filter(own ? isIn(own) : (block) => !pages.some((texts) => isIn(texts)(block)))
        const keys = new Set(chosen.map(compiledKey))
        const messages = Object.entries(JSON.parse(JSON.parse(compiled))).filter(([key]) => keys.has(key))
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
      },
    },
  }
}

/** The key, as compiled, of a catalogue's entry. */
function compiledKey(block: string): string {
  const lines = /^msgid (".*"(?:\n".*")*)/m.exec(block)?.[1]?.split('\n') ?? []
  const text = lines.map((line) => JSON.parse(line)).join('')
  return block.includes('#. js-lingui-explicit-id') ? text : generateMessageId(text)
}

/**
 * Modules that are needed together travel together: some sixty chunks of a few hundred bytes compress badly and make
 * the list of what to load ahead long. What the first paint does without (calls and parsers) stays apart.
 */
const CHUNKS = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|jotai|@lingui|idb-keyval|use-sync-external-store)\//,
    priority: 5,
  },
  // All that the entry imports: ahead of the parsers, which need some of it as well and would take it along.
  // Without the entry itself: it waits for routes, which could never load parts of what is still waiting.
  { name: 'start', test: /^(?!.*(\/src\/main\.tsx|index\.html))/, tags: ['$initial' as const], priority: 4 },
  {
    name: 'data',
    test: /node_modules\/zod\/|\/contract\/(?!distance|minorDigits|spellableWords|subscriptionPeriod|time)|\/src\/(api\/(call|client|exchange)\.|storage\/records|outbox|state\/outboxResults)/,
    priority: 3,
  },
  // What the landing page and the inbox both show.
  {
    name: 'first',
    test: /\/src\/(components\/(Heading|Chip|Clock|Picture|Highlighted)|screens\/auctions\/(Price|SourceName)|state\/(plans|referral|useResource))/,
    priority: 2,
  },
  {
    name: 'inbox',
    test: /\/src\/(screens\/auctions\/(Auctions|FilterPicker|Inbox|Match|facts|useTriage)|screens\/texts\/unknowns)/,
    priority: 1,
  },
  // Without the examples: the landing page would load the rest for them.
  { name: 'shared', test: /\/src\/(components|state|screens\/texts)\/(?!useExamples)/, minShareCount: 3 },
]

/** What stands around the screens of the app. */
const FRAME_ROUTE = /^\/\{-\$locale\}(\/_app)?$/

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      // Small, and needed by nearly every page: in parts of their own they would cost requests.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (FRAME_ROUTE.test(routeId) ? [] : undefined) },
    }),
    react(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    lingui(),
    catalogueParts(),
    ...(isSsrBuild ? [prerenderedPages()] : [buildId(), shellPage()]),
    !isSsrBuild &&
      existsSync('sw/sw.ts') &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        injectRegister: false,
        registerType: 'prompt',
        manifest: false,
        injectManifest: { globPatterns: ['**/*.{js,css,html,woff2}'], globIgnores: ['index.html'] },
      }),
  ],
  build: isSsrBuild
    ? { outDir: PRERENDER_DIR, target: 'node24', copyPublicDir: false }
    : {
        outDir: APP_DIR,
        target: 'baseline-widely-available',
        manifest: MANIFEST,
        assetsInlineLimit: 0,
        // Every browser that the target means can load ahead by itself.
        modulePreload: { polyfill: false },
        // One sheet for all pages: the pages that are rendered ahead must be dressed before any script runs.
        cssCodeSplit: false,
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
  define: { 'import.meta.env.VITE_RECORDS_VERSION': JSON.stringify(recordsVersion()) },
  ssr: { noExternal: true },
  server: { proxy: { '/api': API_ORIGIN } },
  preview: { proxy: { '/api': API_ORIGIN } },
}))
