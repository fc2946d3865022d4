import { expect, test } from 'vitest'
import { createLog } from '../../server/runtime/log.ts'

test('a database error is logged without the values that it quotes', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const quoting = { code: '22021', where: "unnamed portal parameter $1 = 'secret'", detail: 'Key (email)=(secret)' }
  log.error({ err: Object.assign(new Error('invalid byte sequence'), quoting) }, 'request failed')
  expect(lines.join()).toContain('22021')
  expect(lines.join()).not.toContain('secret')
})
