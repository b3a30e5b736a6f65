import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { targetFault } from '../../shared/messaging/webhooks/target.ts'
import { deliver } from '../support/webhooks/receiver.ts'
import { loopbackListeners } from './private-addresses.fixture.ts'

/** URLs for this machine. PORT stands for the port of the listeners on 127.0.0.1, 127.0.0.2 and ::1. */
const loopbackUrls = [
  'https://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/',
  'https://127.0.0.2:PORT/',
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f000001:PORT/',
  'https://0X7F.0.0.1:PORT/',
  'https://0x7f.1:PORT/',
  'https://017700000001:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://0177.0x0.1:PORT/',
  'https://00000177.00.00.01:PORT/',
  'https://１２７．０．０．１:PORT/',
  'https://127。0。0。1:PORT/',
  'https://①②⑦.0.0.1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:///127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  'https://127.0.0.1:PORT\\@example.com/',
  ' \thttps://127.0.0.1:PORT/\n',
  'ht\ntps://127.0.\t0.1:PORT/',
  'https://[::1]:PORT/',
  'http://[::1]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[0000::0001]:PORT/',
  'https://[::0.0.0.1]:PORT/',
  'https://localhost:PORT/',
  'http://localhost:PORT/',
  'https://LocalHost:PORT/',
  'https://ⓛocalhost:PORT/',
  'https://loc%61lhost:PORT/',
]

const privateUrls = [
  ...loopbackUrls,
  'https://example.com@127.0.0.1:PORT/',
  'https://example.com:pass@127.0.0.1:PORT/',
  'https://example.com%2f@127.0.0.1:PORT/',
  'https://user@example.com/',
  'https://:secret@example.com/',
  'https://127.0.0.1:PORT#@example.com/',
  'https://[::127.0.0.1]:PORT/',
  'https://[::7f00:1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[0:0:0:0:0:FFFF:127.0.0.1]:PORT/',
  'https://[::ffff:0:127.0.0.1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[64:ff9b::7f00:1]:PORT/',
  'https://[64:ff9b:1::7f00:1]:PORT/',
  'https://[64:ff9b:1:fffe::10.0.0.1]/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2001::5ef5:79fb:0:5efe]/',
  'https://[2001:0:53aa:64c:0:fbff:80ff:fffe]/',
  'https://[::]:PORT/',
  'https://[::2]/',
  'https://[1::1]/',
  'https://[4000::1]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[febf::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[100:0:0:1::1]/',
  'https://[2001:2::1]/',
  'https://[2001:10::1]/',
  'https://[2001:20::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://0:PORT/',
  'https://0.0.0.0:PORT/',
  'https://0.1.2.3/',
  'https://10.0.0.1/',
  'https://012.1/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xA9FEA9FE/',
  'https://0251.0376.0251.0376/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.170.2/v2/credentials',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.168.0.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://localhost.:PORT/',
  'https://hooks.localhost:PORT/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://ip-10-0-0-1.ec2.internal/',
  'https://router.home.arpa/',
  'https://nas.lan/',
  'https://fritz.home/',
  'https://wiki.corp/',
  'https://build.intranet/',
  'https://host.localdomain/',
  'https://168.63.129.16/machine/',
  'https://[::ffff:168.63.129.16]/machine/',
  'https://intranet/',
  'https://example.com./',
  'https://./',
]

const invalidUrls = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'data:application/json,{}',
  'javascript:alert(1)',
  'ws://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  'https://',
  'https://1.2.3.4.5/',
  'https://256.256.256.256/',
  'https://exam ple.com/',
  'https://example.com/#part',
  'https://example.com/#',
  `https://example.com/${'x'.repeat(2000)}`,
  '',
]

const at = (port: number, url: string) => url.replace('PORT', String(port))

/** Resolves every name to 127.0.0.1, so that no test depends on the hosts file. */
const resolveToLoopback = async (): Promise<LookupAddress[]> => [{ address: '127.0.0.1', family: 4 }]

test(`${privateUrls.length + invalidUrls.length} private or invalid URLs are refused and get no connection`, async () => {
  const { port, connections } = await loopbackListeners()
  // The port is allowed, so that the address alone is the reason.
  const target = { loopback: false, ports: [443, port] }
  for (const url of [...privateUrls, ...invalidUrls].map((one) => at(port, one))) {
    expect(targetFault(url, target), url).toEqual(expect.any(String))
    const { outcome } = await deliver(url, { ...target, milliseconds: 300, resolve: resolveToLoopback })
    expect(outcome, url).toEqual({ fault: 'address' })
  }
  expect(connections()).toBe(0)
})

test.each(loopbackUrls)('if loopback is permitted, %j reaches this machine', async (url) => {
  const { port, connections } = await loopbackListeners()
  expect(targetFault(at(port, url), { loopback: true })).toBeUndefined()
  expect((await deliver(at(port, url), { resolve: resolveToLoopback })).outcome).toEqual({
    fault: 'connection',
  })
  expect(connections()).toBe(1)
})

test.each(privateUrls.filter((url) => !loopbackUrls.includes(url)))(
  'if loopback is permitted, %s is still refused',
  async (url) => {
    const { port, connections } = await loopbackListeners()
    const target = { loopback: true, ports: [443, port] }
    expect(targetFault(at(port, url), target)).toEqual(expect.any(String))
    const { outcome } = await deliver(at(port, url), {
      ...target,
      milliseconds: 300,
      resolve: resolveToLoopback,
    })
    expect(outcome).toEqual({ fault: 'address' })
    expect(connections()).toBe(0)
  },
)

test.each([
  'https://example.com/hooks?key=1',
  'https://example.com:443/',
  'https://xn--e1afmkfd.example/',
  'https://пример.example/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
  'https://internal.example.com/',
  `https://example.com/${'x'.repeat(1980)}`,
])('%s is accepted', (url) => {
  expect(targetFault(url, { loopback: false })).toBeUndefined()
})

test.each(['https://example.com:22/', 'https://example.com:8443/', 'https://8.8.8.8:25/'])(
  '%s is refused, unless its port is allowed',
  (url) => {
    expect(targetFault(url, { loopback: false })).toMatch(/^has the port \d+; allowed: 443$/)
    expect(targetFault(url, { loopback: true })).toMatch(/^has the port/)
    expect(targetFault(url, { loopback: false, ports: [443, Number(new URL(url).port)] })).toBeUndefined()
  },
)

test('the fault says what is wrong with the URL', () => {
  const faults = [
    'example.com',
    'http://example.com',
    'https://me:secret@example.com',
    'https://10.1',
    'https://shop.local',
  ].map((url) => targetFault(url, { loopback: false }))
  expect(faults).toEqual([
    'is not a URL, such as https://example.com/hooks',
    'does not begin with https://',
    'has a user name or password in it; the signature proves who sends, and a secret path is kept too',
    'leads to 10.0.0.1, which is not a public address',
    'leads to shop.local, which is not a public name',
  ])
})
