// `npm start`: installs missing packages, builds the app if it is out of date, starts everything, prints one URL.
// `npm run dev`: the same for developing (`--dev`), see run.ts.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installIdentityEmulator, installPackages, root } from './setup.mjs'

const words = process.argv.slice(2)
const [node] = await Promise.all([
  installPackages(words.includes('--dev') ? 'all' : 'run'),
  process.env.FIREBASE_PROJECT_ID ? undefined : installIdentityEmulator(),
])

const child = spawn(node, [join(root, 'scripts', 'run.ts'), ...words], { cwd: root, stdio: 'inherit' })
// Ctrl-C also reaches the child, which needs time to end everything in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
