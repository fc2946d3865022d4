import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type {} from './attack.ts'

type Row = { name: string; tries: number; gotThrough: number | string }

const HEADINGS = { name: 'case', tries: 'tries', gotThrough: 'got through' }

/** Prints the security suite's table: case, tries, and how many got through. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap(toRow))
    if (rows.length === 0) return
    const width = Math.max(HEADINGS.name.length, ...rows.map(({ name }) => name.length))
    const line = ({ name, tries, gotThrough }: { [K in keyof Row]: string | number }) =>
      `| ${String(name).padEnd(width)} | ${String(tries).padStart(6)} | ${String(gotThrough).padStart(11)} |`
    console.log([line(HEADINGS), line({ name: '-'.repeat(width), tries: '-----:', gotThrough: '----------:' })].join('\n'))
    for (const row of rows.sort((a, b) => a.name.localeCompare(b.name))) console.log(line(row))
    const sum = rows.reduce((total, { tries }) => total + tries, 0)
    const broken = rows.filter(({ gotThrough }) => gotThrough !== 0).length
    console.log(`${rows.length} cases, ${sum} tries, ${broken} cases in which one got through\n`)
  }
}

/** A test that fails before its end counts as a success of the attack. */
function toRow(test: TestCase): Row[] {
  const { attack } = test.meta()
  if (!attack) return []
  const { length } = attack.gotThrough
  const failed = test.result().state === 'failed'
  return [{ name: test.name, tries: attack.tries, gotThrough: length === 0 && failed ? 'broke off' : length }]
}
