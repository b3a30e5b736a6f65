import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientNetwork } from '../../shared/core/network.ts'

test('an IPv4 address is returned unchanged, also in IPv6 notation', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      expect(clientNetwork(ip)).toBe(ip)
      expect(clientNetwork(`::ffff:${ip}`)).toBe(ip)
    }),
  )
})

test('all IPv6 addresses of a /64 network are one client, in any notation', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (network, host) => {
        const full = [...network, ...host].map((n) => n.toString(16).padStart(4, '0')).join(':')
        // The URL parser writes the shortest form (RFC 5952).
        const short = new URL(`http://[${full}]/`).hostname.slice(1, -1)
        const expected = `${network.map((n) => n.toString(16)).join(':')}::/64`
        expect(clientNetwork(full)).toBe(expected)
        expect(clientNetwork(full.toUpperCase())).toBe(expected)
        if (!short.startsWith('::ffff:')) expect(clientNetwork(short)).toBe(expected)
      },
    ),
  )
})
