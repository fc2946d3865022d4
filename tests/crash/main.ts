/**
 * `npm run test:crash`: kills every part of the server at random, PostgreSQL included, and counts what was lost and what
 * came twice. Ends with 1 when anything was lost, doubled or cannot be explained. Options: `options.ts`.
 */
import { readOptions } from './options.ts'
import { isClean, printReport } from './report.ts'
import { runStorm } from './storm.ts'

const options = readOptions()
const report = await runStorm(options, (what) => console.error(`… ${what}`))
printReport(report, options)
process.exit(isClean(report) ? 0 : 1)
