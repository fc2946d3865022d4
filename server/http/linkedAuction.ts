import type { Auction } from '../../contract/auction.ts'
import type { Connector } from '../marketplace/connector.ts'
import { validateLink } from '../outbound/validateUrl.ts'
import { completeListing } from '../polling/complete.ts'
import { findByExternalIds, findByLink, toAuction } from '../store/auctions.ts'
import { newId } from '../store/ids.ts'
import type { HttpDependencies } from './dependencies.ts'
import { lookUp } from './lookUp.ts'
import { ApiProblem, invalid } from './problems.ts'

/** An auction to explain. If it is not stored, its id is temporary. */
export type FoundAuction = { readonly auction: Auction; readonly isStored: boolean }

/**
 * The auction behind a pasted link: the stored one, or else read from its marketplace where that allows it. The link itself is
 * never fetched: the connector extracts the lot's id and calls its own URL.
 * @throws ApiProblem `values_invalid` if the link leads to no watched marketplace, `auction_unknown`, `marketplace_unavailable`
 */
export async function findLinked(deps: HttpDependencies, text: string): Promise<FoundAuction> {
  const link = readLink(text)
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
    if (row) return { auction: toAuction(row), isStored: true }
  }
  if (addresses.some(({ isOwn }) => isOwn)) throw new ApiProblem('auction_unknown')
  const validated = validateLink(text)
  throw badLink(validated.verdict === 'refused' ? validated.fault : 'marketplace_unknown')
}

/** A link that a browser would open, without credentials. */
function readLink(text: string): URL {
  const link = URL.parse(text)
  if (!link) throw badLink('malformed')
  if (link.protocol !== 'https:' && link.protocol !== 'http:') throw badLink('scheme')
  if (link.username !== '' || link.password !== '') throw badLink('credentials')
  return link
}

function badLink(code: string): ApiProblem {
  return invalid({ path: 'url', code, message: 'not a link to a lot of a watched marketplace' })
}

async function findById(deps: HttpDependencies, connector: Connector, externalId: string): Promise<FoundAuction> {
  const [row] = await findByExternalIds(deps.db, connector.id, [externalId])
  if (row) return { auction: toAuction(row), isStored: true }
  const lot = await lookUp(deps, connector, externalId)
  if (!lot) throw new ApiProblem('auction_unknown')
  const now = deps.clock.now().toISOString()
  const listing = completeListing(deps.postalCodes)(lot.listing)
  const { startsAt } = listing
  // As if it had been seen since its start.
  const firstSeenAt = startsAt !== undefined && startsAt < now ? startsAt : now
  const status = lot.hasEnded ? 'ended' : 'active'
  return { auction: { ...listing, id: newId(), firstSeenAt, lastSeenAt: now, status }, isStored: false }
}
