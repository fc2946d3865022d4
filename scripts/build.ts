/** `npm run build`: builds the app, its prerendered pages and its worker into dist/, unless they are up to date. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const STAMP = join(root, 'dist', 'sources.sha256')
const SOURCES = ['{src,sw,public,contract}/**/*', '*.html', '*.config.ts', 'package.json', 'package-lock.json', 'tsconfig*.json']
/** Files worth compressing; pictures are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|xml|txt)$/
const COMPRESS_FROM_BYTES = 1024

/** Builds if a source has changed since the last build, or always. */
export function build({ always = false } = {}): void {
  const hash = hashSources()
  if (!always && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  console.log('Building the app …')
  vite('build')
  vite('build', '--ssr', 'src/prerender.tsx')
  compress()
  writeFileSync(STAMP, hash)
}

function vite(...words: string[]) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), ...words, '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error(`vite ${words.join(' ')} failed`)
}

/** Compresses at build time, because the highest level is too slow for each request. */
function compress() {
  for (const name of globSync('dist/app/**/*', { cwd: root })) {
    const file = join(root, name)
    if (!COMPRESSIBLE.test(name) || statSync(file).size < COMPRESS_FROM_BYTES) continue
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const name of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    const file = join(root, name)
    if (statSync(file).isFile()) hash.update(name).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

if (import.meta.main) build({ always: true })
