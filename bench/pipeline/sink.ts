/** Two push services, `a` and `b`, in their own process. They accept everything, unless switched to down or slow. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from '../process/child.ts'

export type SinkOrder = { kind: 'be'; which: 'a' | 'b'; how: 'well' | 'down' | 'slow' }

/** While a service is slow, one in this many targets answers only after the sender's deadline. */
const SLOW_TARGETS = 20
const SLOW_MS = 20_000

const state: Record<SinkOrder['which'], SinkOrder['how']> = { a: 'well', b: 'well' }

function open(which: SinkOrder['which']): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const user = Number(request.url?.slice(1))
      if (state[which] === 'down') return response.writeHead(503).end()
      const isSlow = state[which] === 'slow' && Math.floor(user / 2) % SLOW_TARGETS === 0
      setTimeout(() => response.writeHead(201).end(), isSlow ? SLOW_MS : 0)
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

const servers = await Promise.all([open('a'), open('b')])
process.on('message', (message: SinkOrder) => {
  if (message.kind === 'be') state[message.which] = message.how
})
answerParent(async () => {})
const address = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`).join()
process.send?.({ kind: 'listening', address })
