import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRatesSource } from '../../server/money/ratesSource.ts'
import { createOutbound } from '../../server/outbound/fetch.ts'

const xml = (day: string, usd: string) => `<Cube><Cube time='${day}'><Cube currency='USD' rate='${usd}'/></Cube></Cube>`
const outbound = createOutbound({ userAgent: 'test' })
let now = Date.parse('2026-11-20T16:00:00Z')
let answer = { status: 200, body: '' }
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
let dataDir: string
let baseUrl: string

beforeEach(async () => {
  now = Date.parse('2026-11-20T16:00:00Z')
  dataDir = await mkdtemp(join(tmpdir(), 'rates-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(dataDir, { recursive: true })
})

const open = () => openRatesSource({ outbound, dataDir, now: () => now, baseUrl })

test('there are no rates until a file has been read; then they survive a restart, until they are too old', async () => {
  const source = await open()
  expect(source.current()).toBeUndefined()
  answer = { status: 200, body: xml('2026-11-20', '1.1') }
  expect(await source.refresh()).toBe('newer')
  expect(await source.refresh()).toBe('same')
  expect(source.current()?.perEuro.get('USD')).toBe(1_100_000n)
  const again = await open()
  expect(again.current()?.day).toBe('2026-11-20')
  now = Date.parse('2026-12-02T00:00:00Z')
  expect(again.current()).toBeUndefined()
})

test('a broken answer, an older file and a missing one leave the last good rates', async () => {
  const source = await open()
  answer = { status: 200, body: xml('2026-11-20', '1.1') }
  await source.refresh()
  for (const [bad, expected] of [
    [{ status: 500, body: xml('2026-11-21', '9.9') }, 'failed'],
    [{ status: 200, body: '<html>maintenance</html>' }, 'failed'],
    [{ status: 200, body: xml('2026-11-19', '9.9') }, 'same'],
    [{ status: 200, body: xml('2027-11-19', '9.9') }, 'failed'],
  ] as const) {
    answer = bad
    expect(await source.refresh()).toBe(expected)
    expect(source.current()?.perEuro.get('USD')).toBe(1_100_000n)
  }
  expect(await readFile(join(dataDir, 'ecb-rates.xml'), 'utf8')).toContain("rate='1.1'")
})

test('a file that cannot be read is no file', async () => {
  await writeFile(join(dataDir, 'ecb-rates.xml'), 'half a fi')
  expect((await open()).current()).toBeUndefined()
})
