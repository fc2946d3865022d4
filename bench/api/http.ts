import { Agent, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/** As many as a proxy would keep open. */
const MAX_CONNECTIONS = 64
const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })

export type Asked = { token: string | undefined; body?: unknown; signal?: AbortSignal | undefined }

/** Makes one call with a compressed response, as browsers do. Aborting the signal closes the connection. */
export function ask(url: string, { token, body, signal }: Asked): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br', 'content-type': 'application/json' }
    const options = { agent, headers, method: body === undefined ? 'GET' : 'POST', ...(signal && { signal }) }
    const call = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text.toString()) })
      })
    })
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
