/** The part of `http_ece` (RFC 8188, encrypted content coding) that the tests use; it brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  export function decrypt(body: Buffer, parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
