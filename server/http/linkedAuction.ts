import type { Auction } from '../../contract/auction.ts'
import type { Connector } from '../marketplace/connector.ts'
import { judgeLink } from '../outbound/judgeUrl.ts'
import { completeListing } from '../polling/complete.ts'
import { findByExternalIds, findByLink, toAuction } from '../store/auctions.ts'
import { newId } from '../store/ids.ts'
import { lookUp } from './lookUp.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem, invalid } from './problems.ts'

/** An auction to be explained; one that is not stored has an id of this moment only. */
export type FoundAuction = { readonly auction: Auction; readonly isStored: boolean }

/**
 * The auction that a pasted link leads to: a stored one, else read from its marketplace where that allows it. The link itself is never
 * fetched: a connector takes the lot's id out of it, and asks at its own address.
 * @throws ApiProblem `values_invalid` for what is no link to a marketplace watched here, `auction_unknown`, `marketplace_unavailable`
 */
export async function findLinked(parts: HttpParts, text: string): Promise<FoundAuction> {
  const link = readLink(text)
  const lots = parts.registry.all.flatMap((connector) => {
    const lot = connector.lotOfLink(link)
    return lot ? [{ connector, lot }] : []
  })
  for (const { connector, lot } of lots) {
    if (lot.kind === 'id') return findById(parts, connector, lot.externalId)
  }
  const addresses = lots.flatMap(({ connector, lot }) => (lot.kind === 'address' ? [{ id: connector.id, ...lot }] : []))
  for (const [url, named] of Map.groupBy(addresses, (address) => address.url)) {
    const marketplaces = named.map(({ id }) => id)
    const row = await findByLink(parts.db, marketplaces, url)
    if (row) return { auction: toAuction(row), isStored: true }
  }
  if (addresses.some(({ isOwn }) => isOwn)) throw new ApiProblem('auction_unknown')
  const judged = judgeLink(text)
  throw badLink(judged.verdict === 'refused' ? judged.fault : 'marketplace_unknown')
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
  return invalid({ path: 'url', code, message: 'a link to a lot of a marketplace that is watched here' })
}

async function findById(parts: HttpParts, connector: Connector, externalId: string): Promise<FoundAuction> {
  const [row] = await findByExternalIds(parts.db, connector.id, [externalId])
  if (row) return { auction: toAuction(row), isStored: true }
  const lot = await lookUp(parts, connector, externalId)
  if (!lot) throw new ApiProblem('auction_unknown')
  const now = parts.clock.now().toISOString()
  const listing = completeListing(parts.postalCodes)(lot.listing)
  const { startsAt } = listing
  // Had it been seen at all, then from its start on.
  const firstSeenAt = startsAt !== undefined && startsAt < now ? startsAt : now
  const status = lot.hasEnded ? 'ended' : 'active'
  return { auction: { ...listing, id: newId(), firstSeenAt, lastSeenAt: now, status }, isStored: false }
}
