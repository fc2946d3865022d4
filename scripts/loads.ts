/** What a browser loads of the built app, read off the build's own list: hashed names never matter. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const APP = join(import.meta.dirname, '..', 'dist', 'app')

/** One entry of Vite's manifest, by the source that it was made of. */
type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const manifest: Manifest = JSON.parse(readFileSync(join(APP, '..', 'manifest.json'), 'utf8'))

/** The chunks that the page itself names. */
const START = [...readFileSync(join(APP, 'shell.html'), 'utf8').matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(
  ([, file]) => Object.keys(manifest).find((source) => manifest[source]?.file === file) ?? missing(file),
)
/** Calls and their parsers: every page loads them after its first paint, whatever its route. */
const AFTER_FIRST_PAINT = closureOf(['src/api/client.ts'])
/** In the language with the longer words. */
const texts = (part: string) => `src/i18n/locales/de/messages.po?part=${part}?lingui`

const routeSource = (name: string) => `src/routes/{-$locale}/${name}.tsx?tsr-split=component`

/** Everything that is loaded before a page can be used: the entry, its part of the texts, its route and those around it. */
export function loadedAt(textPart: string, ...routes: string[]): string[] {
  return paths(closureOf([...START, texts(textPart), ...routes.map(routeSource)]))
}

/** What a route adds to a page that is open already. */
export function addedBy(route: string): string[] {
  const open = new Set([...closureOf(START), ...AFTER_FIRST_PAINT])
  return paths([...closureOf([routeSource(route)])].filter((file) => !open.has(file)))
}

/** The routes that have a part of their own. */
export const routes = Object.keys(manifest).flatMap(
  (source) => /\{-\$locale\}\/(.+)\.tsx\?tsr-split=component$/.exec(source)?.[1] ?? [],
)

/** What the worker keeps, as it stands in the worker itself. */
export function precached(): string[] {
  const worker = readFileSync(join(APP, 'sw.js'), 'utf8')
  return paths(new Set([...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, file]) => file ?? [])))
}

export const styles = paths(new Set(globSync('assets/*.css', { cwd: APP })))
export const worker = paths(new Set(['sw.js']))

/** The files of these sources and of all that they import. */
function closureOf(sources: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (source: string) => {
    const chunk = manifest[source] ?? missing(source)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const source of sources) visit(source)
  return seen
}

function missing(what: string | undefined): never {
  throw new Error(`The build has no ${what}.`)
}

function paths(files: Iterable<string>): string[] {
  return [...files].map((file) => join('dist', 'app', file))
}
