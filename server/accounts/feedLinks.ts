import { timingSafeEqual } from 'node:crypto'
import { FeedKind, type FeedLink } from '../../contract/feedLink.ts'
import { idOfHex } from '../notifications/channels/email/token.ts'
import type { SecretBox } from '../runtime/secrets.ts'
import type { FeedLinkRow } from '../store/feedLinks.ts'

const ID_BYTES = 16
/** The URL alone grants access, so it must not be guessable: 128 bits. */
const MAC_BYTES = 16
const FILE = new RegExp(`^([\\da-f]{${2 * (ID_BYTES + MAC_BYTES)}})\\.(${FeedKind.options.join('|')})$`)
export const FEEDS_PATH = '/feeds/'

/**
 * A feed link with its secret URL. The token is the link's id and a MAC. It is stored nowhere, so that a copy of the database
 * opens no feed.
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

/** The feed link that the last segment of a URL names; undefined if it was not created here. It may be deleted meanwhile. */
export function readFeedFile(secrets: SecretBox, file: string): { id: string; kind: FeedKind } | undefined {
  const [, token, kind] = FILE.exec(file) ?? []
  if (!token || !kind) return undefined
  const id = idOfHex(token)
  return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(secrets, id))) ? { id, kind: FeedKind.parse(kind) } : undefined
}

const tokenOf = (secrets: SecretBox, id: string) =>
  id.replaceAll('-', '') + secrets.sign(`feed ${id}`).subarray(0, MAC_BYTES).toString('hex')
