import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConnectors } from '../../server/marketplaces/create.ts'
import { FeedsFileError } from '../../server/marketplaces/feed/feeds.ts'
import { createParserPool } from '../../server/parsing/parserPool.ts'
import { outboundOf } from './support.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'feeds-'))
})
afterEach(() => rm(dir, { recursive: true }))

const create = (enabled: boolean) =>
  createConnectors(
    { demoHouse: { enabled, url: 'http://localhost:4601' }, feedsFile: join(dir, 'feeds.json') },
    outboundOf({}),
    Date.now,
    createParserPool(),
  ).map((connector) => connector.id)

test('the operator’s switches and file decide which connectors there are', async () => {
  expect(create(true)).toEqual(['demo'])
  expect(create(false)).toEqual([])
  await writeFile(join(dir, 'feeds.json'), JSON.stringify([{ id: 'a', name: 'A', url: 'https://a.example/rss' }]))
  expect(create(true)).toEqual(['demo', 'feed-a'])
})

test('a file with a fault stops the start', async () => {
  await writeFile(join(dir, 'feeds.json'), '[{}]')
  expect(() => create(true)).toThrow(FeedsFileError)
})
