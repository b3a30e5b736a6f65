/**
 * The network that limits count: the client's IPv4 address, or the /64 network of its IPv6 address, since one
 * client controls a whole /64 (RFC 6177). An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return address.includes(':') ? prefixOf(address, 4) : address
}

/** The network around a client's: the /48 of an IPv6 network, and the IPv4 address itself, which is one customer's. */
export const surroundingNetwork = (network: string) =>
  network.includes(':') ? prefixOf(network.replace(/\/\d+$/, ''), 3) : network

/** The network that records name in place of a client's address: the /24 of an IPv4 address, and the /64 of an IPv6 network. */
export const recordedNetwork = (network: string) =>
  network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24')

/** The network of an IPv6 address's first groups, written in full: `2001:db8:0:1::/64` of four. */
function prefixOf(address: string, length: number): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = [...groups, ...zeros, ...rest].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${all.slice(0, length).join(':')}::/${length * 16}`
}
