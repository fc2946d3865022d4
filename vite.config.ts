import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
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
const SHARED = 'shared'

/**
 * Derives the build id from the content. It is in the page, so that the app knows its own build, and in /build.json, which the
 * app polls. The same sources give the same id, so that a mere rebuild does not offer an update.
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

/**
 * Writes the page without content as shell.html, for the worker and for app routes. index.html is the prerendered landing
 * page and must not be the fallback of other routes.
 */
function shellPage(): Plugin {
  return {
    name: 'lotwatch:shell-page',
    apply: 'build',
    enforce: 'post',
    async writeBundle() {
      await rename(resolve(APP_DIR, 'index.html'), resolve(APP_DIR, 'shell.html'))
      // The manifest is for the size budgets and is not served.
      await rename(resolve(APP_DIR, MANIFEST), resolve(dirname(APP_DIR), MANIFEST))
    },
  }
}

/** Writes the public pages in both languages, next to the shell. Runs after `vite build --ssr src/prerender.tsx`. */
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

const FRAME_MODULES = ['components', 'frame', 'i18n', 'routes', 'toasts']
/** The modules whose texts the two entry pages need, by directory; `rest` has all others. */
const PAGE_MODULES: Readonly<Record<string, readonly string[]>> = {
  landing: [...FRAME_MODULES, 'landing', 'listings', 'subscriptions'],
  inbox: [...FRAME_MODULES, 'auctions', 'listings'],
}
const PART = /messages\.po\?part=(\w+)/

/** Splits a compiled catalogue: `messages.po?part=landing`, `?part=inbox` and `?part=rest`. */
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
        const keys = new Set(blocks.filter((block) => partsOf(block).includes(part)).map(compiledKey))
        const messages = Object.entries(JSON.parse(JSON.parse(compiled))).filter(([key]) => keys.has(key))
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
      },
    },
  }
}

/** The parts with a catalogue entry, by its sources: `src/features/auctions/…` is the module "auctions", `src/i18n/…` "i18n". */
function partsOf(block: string): readonly string[] {
  const modules = [...block.matchAll(/^#: src\/(?:features\/)?(\w+)\//gm)].map(([, module = '']) => module)
  const pages = Object.keys(PAGE_MODULES).filter((page) => PAGE_MODULES[page]?.some((module) => modules.includes(module)))
  return pages.length > 0 ? pages : ['rest']
}

/** The compiled key of a catalogue entry. */
function compiledKey(block: string): string {
  const lines = /^msgid (".*"(?:\n".*")*)/m.exec(block)?.[1]?.split('\n') ?? []
  const text = lines.map((line) => JSON.parse(line)).join('')
  return block.includes('#. js-lingui-explicit-id') ? text : generateMessageId(text)
}

/** Shared modules of fewer bytes join a neighbour: a request and its entry in the preload list would cost more. */
const MERGED_BELOW_BYTES = 1000

/**
 * Groups modules by who needs them; the groups name no modules. Without them each combination of importers would be a chunk of
 * its own, some sixty before a page can be used, which would compress badly.
 */
const CHUNKS = [
  // All imports of the entry, except the entry itself: it awaits routes, which would deadlock if they imported its chunk.
  { name: 'start', test: /^(?!.*(\/src\/main\.tsx|index\.html))/, tags: ['$initial' as const], priority: 1 },
  // What several routes share. Each chunk serves exactly the routes that need all of it.
  { name: SHARED, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: MERGED_BELOW_BYTES },
]

/** The default name of a shared chunk lists all its importers, and stands in each of them. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`

/** The routes that frame the app's screens. */
const FRAME_ROUTE = /^\/\{-\$locale\}(\/_app)?$/

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      codeSplittingOptions: {
        // A loader names the data of its screen, and starts to load it before the screen renders.
        defaultBehavior: [['loader', 'component']],
        // Small and needed by nearly every page: separate chunks would cost requests.
        splitBehavior: ({ routeId }) => (FRAME_ROUTE.test(routeId) ? [] : undefined),
      },
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
        // All target browsers support module preload.
        modulePreload: { polyfill: false },
        // One style sheet for all pages, so that prerendered pages are styled before any script runs.
        cssCodeSplit: false,
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames } },
      },
  ssr: { noExternal: true },
  server: { proxy: { '/api': API_ORIGIN } },
  preview: { proxy: { '/api': API_ORIGIN } },
}))
