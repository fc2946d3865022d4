import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to a server that can be cut and restored. */
export type BrokenLine = {
  /** The address of the near end, in the place of the server's own. */
  url: string
  /** Breaks every connection and takes no more. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function lineTo(serverUrl: string): Promise<BrokenLine> {
  const far = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  const server = createServer((near) => {
    const through = connect(Number(far.port), far.hostname)
    keep(near)
    keep(through)
    near.pipe(through).pipe(near)
    near.on('close', () => through.destroy())
    through.on('close', () => near.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(async () => {
    if (server.listening) await cut()
  })
  const near = new URL(serverUrl)
  near.host = `127.0.0.1:${port}`
  return { url: near.href, cut, mend: () => listen(port) }
}
