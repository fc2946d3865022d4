import type { Auction } from '../../contract/auction.ts'
import type { Db } from '../database/pool.ts'
import type { PostalCodes } from '../location/postalCodes.ts'
import type { Connector } from '../marketplaces/connector.ts'
import type { Registry } from '../marketplaces/registry.ts'
import { validateLink } from '../outbound/validateUrl.ts'
import { completeListing } from '../polling/complete.ts'
import { createLotLookUp, type LotLookUp } from '../polling/lookUp.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { findByExternalIds, findByLink, toAuction } from '../store/auctions.ts'
import { newId } from '../store/ids.ts'

/** An auction to explain. If it is not stored, its id is temporary. */
export type FoundAuction = { readonly auction: Auction; readonly isStored: boolean }

/** `badLink`: the link leads to no watched marketplace, for the reason in `fault`. */
export type LinkedAuction =
  | ({ readonly kind: 'found' } & FoundAuction)
  | { readonly kind: 'badLink'; readonly fault: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number }

type LinkDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly registry: Registry
  readonly postalCodes: PostalCodes
}
type Dependencies = LinkDependencies & { readonly lookUpLot: LotLookUp }

/**
 * Finds the auction behind a pasted link: the stored one, or else read from its marketplace where that allows it. The link itself is
 * never fetched: the connector extracts the lot's id and calls its own URL.
 */
export function createLinkFinder(deps: LinkDependencies): (link: string) => Promise<LinkedAuction> {
  const dependencies = { ...deps, lookUpLot: createLotLookUp(deps) }
  return (link) => findLinked(dependencies, link)
}

async function findLinked(deps: Dependencies, text: string): Promise<LinkedAuction> {
  const link = URL.parse(text)
  const fault = link ? faultOf(link) : 'malformed'
  if (!link || fault) return badLink(fault)
  const lots = deps.registry.all.flatMap((connector) => {
    const lot = connector.lotOfLink(link)
    return lot ? [{ connector, lot }] : []
  })
  for (const { connector, lot } of lots) {
    if (lot.kind === 'id') return findById(deps, connector, lot.externalId)
  }
  const addresses = lots.flatMap(({ connector, lot }) => (lot.kind === 'address' ? [{ id: connector.id, ...lot }] : []))
  for (const [url, named] of Map.groupBy(addresses, (address) => address.url)) {
    const marketplaces = named.map(({ id }) => id)
    const row = await findByLink(deps.db, marketplaces, url)
    if (row) return { kind: 'found', auction: toAuction(row), isStored: true }
  }
  if (addresses.some(({ isOwn }) => isOwn)) return { kind: 'unknown' }
  const validated = validateLink(text)
  return badLink(validated.verdict === 'refused' ? validated.fault : 'marketplace_unknown')
}

/** Why a browser would not open this link, or only with credentials. */
function faultOf(link: URL): string | undefined {
  if (link.protocol !== 'https:' && link.protocol !== 'http:') return 'scheme'
  return link.username !== '' || link.password !== '' ? 'credentials' : undefined
}

const badLink = (fault = ''): LinkedAuction => ({ kind: 'badLink', fault })

async function findById(deps: Dependencies, connector: Connector, externalId: string): Promise<LinkedAuction> {
  const [row] = await findByExternalIds(deps.db, connector.id, [externalId])
  if (row) return { kind: 'found', auction: toAuction(row), isStored: true }
  const result = await deps.lookUpLot(connector, externalId)
  if (result.kind !== 'found') return result
  const { lot } = result
  const now = deps.clock.now().toISOString()
  const listing = completeListing(deps.postalCodes)(lot.listing)
  const { startsAt } = listing
  // As if it had been seen since its start.
  const firstSeenAt = startsAt !== undefined && startsAt < now ? startsAt : now
  const status = lot.hasEnded ? 'ended' : 'active'
  return { kind: 'found', auction: { ...listing, id: newId(), firstSeenAt, lastSeenAt: now, status }, isStored: false }
}
