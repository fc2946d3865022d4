import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * IPv4 networks that are not the public internet, by the IANA special-purpose registry (RFC 6890 and later entries).
 */
// biome-ignore format: a table
const REFUSED_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24],
  ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
]

/** The IPv6 space that is assigned to the public internet (IANA IPv6 address space registry). */
const PUBLIC_IPV6 = ['2000::', 3] as const
/** Special-purpose parts of it, and those that embed an IPv4 address (Teredo, 6to4). */
const REFUSED_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [network, prefix] of REFUSED_IPV4) refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of REFUSED_IPV6) refused.addSubnet(network, prefix, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6')

/** Whether an IP address (without brackets; a zone is ignored) is on the public internet; false for other texts. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  if (isIP(bare) === 0) return false
  // Treats ::ffff:a.b.c.d as the IPv4 address that the socket would connect to.
  const socketAddress = ipaddr.process(bare)
  const text = socketAddress.toString()
  if (socketAddress.kind() === 'ipv4') return !refused.check(text, 'ipv4')
  return publicIpv6.check(text, 'ipv6') && !refused.check(text, 'ipv6')
}

/** The IP address in a URL's hostname; undefined for a name. WHATWG parsing has already normalized octal and similar forms. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}
