/**
 * `npm run test:crash`: kills all parts of the server at random, including PostgreSQL, and counts lost and repeated alerts.
 * Exit code 1 if any alert was lost, doubled or unexplained. Options: `options.ts`.
 */
import { readOptions } from './options.ts'
import { isClean, printReport } from './report.ts'
import { runStorm } from './storm.ts'

const options = readOptions()
const report = await runStorm(options, (what) => console.error(`… ${what}`))
printReport(report, options)
process.exit(isClean(report) ? 0 : 1)
