import ipaddr from 'ipaddr.js'

/** The prefix that identifies one subscriber; the subscriber chooses the other bits. */
const IPV6_SUBNET_BITS = 64
/** The largest IPv6 network that providers commonly give to one customer (RIPE-690). */
const IPV6_SITE_BITS = 48

/** The subject of limits by minute: an IPv4 address, or the /64 of an IPv6 address. */
export const subnetOf = (ip: string): string => networkOf(ip, IPV6_SUBNET_BITS)

/** The subject of limits by day: an IPv4 address, or the /48 of an IPv6 address. */
export const siteOf = (ip: string): string => networkOf(ip, IPV6_SITE_BITS)

/** All texts that are not an address (such as a proxy's `unknown`) count as one network. */
function networkOf(text: string, prefixBits: number): string {
  const ip = withoutPort(text)
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const embedded = embeddedIpv4(address)
  if (embedded) return embedded.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${prefixBits}`).toString()}/${prefixBits}`
}

/** Some proxies forward the client's port too: `[2001:db8::1]:4600`, `203.0.113.7:4600`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/**
 * The IPv4 address embedded in an IPv6 address: with NAT64 (RFC 6052) all of IPv4 is one /64, and with 6to4 (RFC 3056) each IPv4
 * address has 65,536 of them.
 */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const at = { rfc6052: 12, '6to4': 2 }[address.range() as string]
  return at === undefined ? undefined : new ipaddr.IPv4(address.toByteArray().slice(at, at + 4))
}

function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString()
}
