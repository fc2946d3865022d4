import type { Listing } from '../../contract/auction.ts'
import type { PostalCodes } from '../location/postalCodes.ts'
import { totalPrice } from '../money/total.ts'

/** Adds data derived from a listing: the coordinates of its postal code, and the total price. */
export function completeListing(postalCodes: PostalCodes): (listing: Listing) => Listing {
  return (listing) => {
    const total = listing.totalPrice ?? totalPrice(listing)
    const location = placed(listing.location, postalCodes)
    return { ...listing, ...(total ? { totalPrice: total } : {}), ...(location ? { location } : {}) }
  }
}

function placed(location: Listing['location'], postalCodes: PostalCodes): Listing['location'] {
  if (!location?.zip || location.lat !== undefined) return location
  const found = postalCodes.find(location.zip, location.country)
  if (!found) return location
  const isRegion = found.precision === 'region' || location.precision === 'region'
  return {
    ...location,
    country: found.country,
    place: location.place ?? found.name,
    lat: found.lat,
    lon: found.lon,
    precision: isRegion ? 'region' : 'exact',
  }
}
