import { isIPv6, type LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { publicLookup, targetFault } from '../../shared/messaging/webhooks/target.ts'
import { deliver, listener, receiver } from '../support/webhooks/receiver.ts'
import { loopbackListeners } from './private-addresses.fixture.ts'
import { seconds } from '../support/suite/time.ts'

const addressesOf = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))

const privateAddresses = [
  ['127.0.0.1'],
  ['::1'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['2606:4700::1111', '::1'],
  ['8.8.8.8', '::ffff:127.0.0.1'],
  ['8.8.8.8', '::ffff:7f00:1'],
  ['64:ff9b::7f00:1'],
  ['169.254.169.254'],
  ['fe80::1%eth0'],
  ['fe80::1%1'],
  ['::127.0.0.1'],
  ['::7f00:1'],
  ['0.0.0.0'],
  ['::'],
  ['0177.0.0.1'],
  ['2130706433'],
  ['example.com'],
  [''],
]

test.each(privateAddresses.map((addresses) => [addresses.join(' and '), addresses] as const))(
  'a host name that resolves to %j gets no connection',
  async (_, addresses) => {
    const { port, connections } = await loopbackListeners()
    const resolve = async () => addressesOf(...addresses)
    const url = `https://hooks.example:${port}/`
    expect(
      targetFault(url, { loopback: false, ports: [port] }),
      'the name itself is acceptable',
    ).toBeUndefined()
    const { outcome } = await deliver(url, { loopback: false, milliseconds: 300, resolve })
    expect(outcome).toEqual({ fault: 'address' })
    expect(connections()).toBe(0)
  },
)

test.each(['127.0.0.1', '127.0.0.2', '::1'])(
  'a host name that resolves to %s gets a connection if loopback is permitted',
  async (address) => {
    const { port, connections } = await loopbackListeners()
    const { outcome } = await deliver(`https://hooks.example:${port}/`, {
      resolve: async () => addressesOf(address),
    })
    expect(outcome).toEqual({ fault: 'connection' })
    expect(connections()).toBe(1)
  },
)

/** A resolver that returns one address on the first call, and another on all later calls. */
function rebinding(first: string, later: string) {
  let asked = 0
  const resolve = async () => addressesOf(asked++ === 0 ? first : later)
  return { resolve, asked: () => asked }
}

const resultOf = (lookup: LookupFunction, all: boolean) =>
  new Promise<unknown>((resolve) =>
    lookup('hooks.example', { all }, (error, address, family) => resolve(error ?? [address, family])),
  )

test('each lookup checks the address that it returns, so a later private address is refused', async () => {
  for (const all of [true, false]) {
    const { resolve, asked } = rebinding('8.8.8.8', '127.0.0.1')
    const lookup = publicLookup({ loopback: false, resolve })
    expect(await resultOf(lookup, all)).toEqual(all ? [addressesOf('8.8.8.8'), undefined] : ['8.8.8.8', 4])
    expect(asked(), 'asked once').toBe(1)
    expect(await resultOf(lookup, all)).toMatchObject({ name: 'NotPublic' })
  }
})

test('a delivery resolves a name once, and connects to that address', async () => {
  const first = await receiver((_, response) => response.writeHead(200).end())
  const later = await listener('127.0.0.2', undefined, first.port)
  const { resolve, asked } = rebinding('127.0.0.1', '127.0.0.2')
  const url = `http://localhost:${first.port}/`
  expect((await deliver(url, { resolve })).outcome).toEqual({ status: 200 })
  expect([asked(), first.counted.connections, later.counted.connections]).toEqual([1, 1, 0])
})

test('a delivery to a name that does not resolve ends with a connection fault, or with a timeout if the resolver hangs', async () => {
  const url = 'https://hooks.example/'
  const outcomes = [
    await deliver(url, { loopback: false, resolve: async () => [] }),
    await deliver(url, { loopback: false, resolve: () => Promise.reject(new Error('ENOTFOUND')) }),
    await deliver(url, { loopback: false, resolve: () => new Promise(() => undefined), milliseconds: 200 }),
  ]
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    { fault: 'connection' },
    { fault: 'connection' },
    { fault: 'timeout' },
  ])
  expect(outcomes[2]!.took).toBeLessThan(seconds(1))
})

test.each([301, 302, 303, 307, 308])('a redirect %s to a private address is not followed', async (status) => {
  const { port, connections } = await loopbackListeners()
  const { url, counted } = await receiver((_, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
  )
  expect((await deliver(url)).outcome).toEqual({ status })
  expect([counted.connections, connections()]).toEqual([1, 0])
})
