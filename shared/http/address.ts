/**
 * What limits count a client by: its IPv4 address, or the /64 network of its IPv6 address, since whoever has one
 * address of such a network has them all (RFC 6177). An IPv4 address written as IPv6 is that IPv4 address.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = [...groups, ...zeros, ...rest].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${all.slice(0, 4).join(':')}::/64`
}
