import { timingSafeEqual } from 'node:crypto'
import { FeedKind, type FeedLink } from '../../contract/feedLink.ts'
import type { SecretBox } from '../secrets.ts'
import type { FeedLinkRow } from '../store/feedLinks.ts'
import { idOfHex } from './mailToken.ts'

const ID_BYTES = 16
/** The link is the permission to read: 128 bits cannot be guessed. */
const MAC_BYTES = 16
const FILE = new RegExp(`^([\\da-f]{${2 * (ID_BYTES + MAC_BYTES)}})\\.(${FeedKind.options.join('|')})$`)
export const FEEDS_PATH = '/feeds/'

/**
 * A link with its secret address. The token is the link's id with our seal: it is stored nowhere, and a copy of the
 * database opens no feed.
 */
export function toFeedLink(secrets: SecretBox, publicUrl: string, row: FeedLinkRow): FeedLink {
  const { id, kind, filterId, createdAt, lastReadAt } = row
  return {
    id,
    kind,
    ...(filterId ? { filterId } : {}),
    url: `${publicUrl}${FEEDS_PATH}${tokenOf(secrets, id)}.${kind}`,
    createdAt: createdAt.toISOString(),
    ...(lastReadAt ? { lastReadAt: lastReadAt.toISOString() } : {}),
  }
}

/** The link that the last part of an address names; nothing when it was not made here. Whether it still is one says the store. */
export function readFeedFile(secrets: SecretBox, file: string): { id: string; kind: FeedKind } | undefined {
  const [, token, kind] = FILE.exec(file) ?? []
  if (!token || !kind) return undefined
  const id = idOfHex(token)
  return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(secrets, id))) ? { id, kind: FeedKind.parse(kind) } : undefined
}

const tokenOf = (secrets: SecretBox, id: string) =>
  id.replaceAll('-', '') + secrets.sign(`feed ${id}`).subarray(0, MAC_BYTES).toString('hex')
