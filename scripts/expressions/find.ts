import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, types } from '@babel/core'

export type Expression = { readonly source: string; readonly flags: string; readonly place: string }

/** A `new RegExp(…)`: the source of its expression is known only once the module has run. */
type Construction = { readonly file: string; readonly line: number }

/**
 * Every regular expression of the folders: literals from the syntax tree, constructed ones by importing their modules.
 * @returns `lazy`: places of constructions that did not run while their module loaded, and so cannot be checked
 */
export async function findExpressions(
  root: string,
  folders: readonly string[],
): Promise<{ expressions: Expression[]; lazy: string[] }> {
  const literals: Expression[] = []
  const constructions: Construction[] = []
  for (const file of folders.flatMap((folder) => sourceFiles(join(root, folder)))) {
    const ast = parseSync(readFileSync(file, 'utf8'), {
      configFile: false,
      babelrc: false,
      filename: file,
      parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    })
    if (!ast) throw new Error(`${file} cannot be parsed`)
    types.traverseFast(ast, (node) => {
      const line = node.loc?.start.line ?? 0
      if (node.type === 'RegExpLiteral') {
        literals.push({ source: node.pattern, flags: node.flags, place: `${relative(root, file)}:${line}` })
      }
      const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
      if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') constructions.push({ file, line })
    })
  }
  const { made, lazy } = await makeAll(root, constructions)
  return { expressions: [...literals, ...made], lazy }
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
}

/** Imports the modules that construct expressions, with a proxied `RegExp` that records each one and its place. */
async function makeAll(root: string, constructions: readonly Construction[]): Promise<{ made: Expression[]; lazy: string[] }> {
  const made: Expression[] = []
  const Original = globalThis.RegExp
  const note = (expression: RegExp): RegExp => {
    const place = callerIn(constructions)
    if (place)
      made.push({ source: expression.source, flags: expression.flags, place: `${relative(root, place.file)}:${place.line}` })
    return expression
  }
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, words) => note(Reflect.construct(target, words)),
    apply: (target, that, words) => note(Reflect.apply(target, that, words)),
  })
  try {
    for (const file of new Set(constructions.map((one) => one.file))) await import(pathToFileURL(file).href)
  } finally {
    globalThis.RegExp = Original
  }
  const places = new Set(made.map(({ place }) => place))
  const lazy = constructions.map(({ file, line }) => `${relative(root, file)}:${line}`).filter((place) => !places.has(place))
  return { made, lazy }
}

/** The construction being executed, by file and line in the call stack. */
function callerIn(constructions: readonly Construction[]): Construction | undefined {
  const frames = (new Error().stack ?? '').split('\n')
  return constructions.find(({ file, line }) => frames.some((frame) => frame.includes(`${pathToFileURL(file).href}:${line}:`)))
}
