import { parentPort, workerData } from 'node:worker_threads'
import type { Convert } from '../criteria/facts.ts'
import { createMatcher } from '../index/matcher.ts'
import type { ConverterSource, MatchAnswer, MatchRequest, PackedResult } from './messages.ts'
import { packMatches } from './packing.ts'

/*
 * The matching thread. Its owner is `workerMatcher.ts` of the same build, so messages are trusted. A failed request is answered
 * with its error. The matcher may then have applied only some of the changes, so the owner ends it.
 */

if (!parentPort) throw new Error('worker.ts runs as a worker thread only')
const port = parentPort

const source = workerData as ConverterSource
const makeConvert = await converterMaker(source)
let convert = makeConvert(source.data)
let now = 0
const matcher = createMatcher({ clock: () => now, convert: (money, to) => convert(money, to) })

port.on('message', (request: MatchRequest) => {
  port.postMessage(answer(request))
})

function answer(request: MatchRequest): MatchAnswer {
  try {
    return { id: request.id, result: matchAll(request) }
  } catch (error) {
    return { id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function matchAll(request: MatchRequest): PackedResult {
  now = request.now
  if (request.converterData) convert = makeConvert(request.converterData.data)
  for (const change of request.changes) {
    if (change.kind === 'add') matcher.add(change.filter)
    else matcher.remove(change.filterId)
  }
  const matches = request.auctions.map((auction) => matcher.match(auction))
  return { matches: packMatches(matches), size: matcher.size, endWindows: matcher.endWindows() }
}

async function converterMaker({ module, make }: ConverterSource): Promise<(data: unknown) => Convert> {
  const exported: Record<string, unknown> = await import(module)
  const maker = exported[make]
  if (typeof maker !== 'function') throw new Error(`${module} exports no function ${make}`)
  return (data) => maker(data)
}
