import { expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'

const path = 'GET /.well-known/security.txt'
const serviceWith = (contact: string) =>
  inProcess({ variables: { SECURITY_CONTACT: contact, PUBLIC_URL: 'https://parcels.example/' } })

test.each([
  ['security@swift.example', 'mailto:security@swift.example'],
  ['https://swift.example/report', 'https://swift.example/report'],
  ['mailto:security@swift.example', 'mailto:security@swift.example'],
])('security.txt with the contact %s names %s', async (contact, shown) => {
  const service = serviceWith(contact)
  service.clock.now = new Date('2031-02-03T04:05:06Z')
  const { status, headers, text } = await service.call(path)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text.split('\n')).toEqual([
    `Contact: ${shown}`,
    'Expires: 2031-08-02T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://parcels.example/.well-known/security.txt',
    '',
  ])
})

test('without a contact there is no security.txt', async () => {
  const { status, body } = await serviceWith('').call(path)
  expect([status, body.reason]).toEqual([404, 'path_unknown'])
})

test('password managers are led to the screen where a password is changed, and to nothing that does not exist', async () => {
  const { call } = inProcess()
  const { status, headers } = await call('GET /.well-known/change-password')
  expect([status, headers.location]).toEqual([303, '/console/sessions'])
  // W3C, "A Well-Known URL for Detecting the Reliability of HTTP Status Codes".
  const never = 'GET /.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await call(never, { contract: false })).status).toBe(404)
})
