import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that name one subscriber's network: the rest is theirs to choose. */
const IPV6_SUBNET_BITS = 64
/** The largest IPv6 network that providers commonly give to one customer (RIPE-690). */
const IPV6_SITE_BITS = 48

/** What rate limits count a client by: an IPv4 address, or the /64 of an IPv6 address. */
export const subnetOf = (ip: string): string => networkOf(ip, IPV6_SUBNET_BITS)

/** What limits by day count a client by: an IPv4 address, or the /48 of an IPv6 address. */
export const siteOf = (ip: string): string => networkOf(ip, IPV6_SITE_BITS)

/** Text that is no address (a proxy's `unknown`) is one network of its own. */
function networkOf(ip: string, prefixBits: number): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address as ipaddr.IPv6)}/${prefixBits}`).toString()}/${prefixBits}`
}

function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString()
}
