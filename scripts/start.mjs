// `npm start`: installs what is missing, builds the app when it is out of date, starts everything, prints one address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installIdentityEmulator, installPackages, root } from './setup.mjs'

const [node] = await Promise.all([
  installPackages('run'),
  process.env.FIREBASE_PROJECT_ID ? undefined : installIdentityEmulator(),
])

const child = spawn(node, [join(root, 'scripts', 'run.ts')], { cwd: root, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; it needs its time to end everything in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
