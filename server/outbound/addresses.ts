import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not the public internet, by the IANA special-purpose registries (RFC 6890 and later entries), together with those
 * that carry an IPv4 address inside (IPv4-compatible, NAT64, 6to4, Teredo): through them a private address could be reached in disguise.
 */
// biome-ignore format: a table
const REFUSED_NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24],
  ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
  ['::', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['100:0:0:1::', 64], ['2001::', 23], ['2001:db8::', 32],
  ['2002::', 16], ['3fff::', 20], ['5f00::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
]

const refused = new BlockList()
for (const [network, prefix] of REFUSED_NETWORKS) refused.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address (no brackets; a zone is ignored) belongs to the public internet. Not an address at all: false. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  const family = isIP(bare)
  if (family === 0) return false
  // BlockList judges ::ffff:a.b.c.d by its IPv4 rules.
  return !refused.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** The address that a URL's hostname literally is, or undefined when it is a name. WHATWG parsing has already undone octal and the like. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}
