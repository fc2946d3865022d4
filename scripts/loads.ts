/** The files of the built app that a browser loads, by the build's manifest, so that hashed names do not matter. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const APP = join(import.meta.dirname, '..', 'dist', 'app')

/** One entry of Vite's manifest, which is keyed by source. */
type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const manifest: Manifest = JSON.parse(readFileSync(join(APP, '..', 'manifest.json'), 'utf8'))

/** The chunks that the page references. */
const START = [...readFileSync(join(APP, 'shell.html'), 'utf8').matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(
  ([, file]) => Object.keys(manifest).find((source) => manifest[source]?.file === file) ?? missing(file),
)
/** Calls and their parsers, which every page loads after its first paint. */
const AFTER_FIRST_PAINT = closureOf(['src/api/client.ts'])
/** German, which has the longer texts. */
const texts = (part: string) => `src/i18n/locales/de/messages.po?part=${part}?lingui`

/** A route's parts with chunks of their own: its screen, and what starts to load its data. */
const routeSources = (name: string) =>
  Object.keys(manifest).filter((source) => source.startsWith(`src/routes/{-$locale}/${name}.tsx?tsr-split=`))

/** All files that load before a page can be used: the entry, its part of the texts, its route and the parent routes. */
export function loadedAt(textPart: string, ...routes: string[]): string[] {
  return paths(closureOf([...START, texts(textPart), ...routes.flatMap(routeSources)]))
}

/** The files that a route adds to an open page. */
export function addedBy(route: string): string[] {
  const open = new Set([...closureOf(START), ...AFTER_FIRST_PAINT])
  return paths([...closureOf(routeSources(route))].filter((file) => !open.has(file)))
}

/** The routes with their own chunk. */
export const routes = [
  ...new Set(Object.keys(manifest).flatMap((source) => /\{-\$locale\}\/(.+)\.tsx\?tsr-split=/.exec(source)?.[1] ?? [])),
]

/** The worker's precache list, read from its source. */
export function precached(): string[] {
  const worker = readFileSync(join(APP, 'sw.js'), 'utf8')
  return paths(new Set([...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, file]) => file ?? [])))
}

export const styles = paths(new Set(globSync('assets/*.css', { cwd: APP })))
export const worker = paths(new Set(['sw.js']))

/** The files of these sources and all their imports. */
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
