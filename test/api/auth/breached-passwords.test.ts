import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { password } from '../../support/api/tenant.ts'

const known = 'a phrase that everyone knows'
const digest = createHash('sha1').update(known).digest('hex').toUpperCase()
/** Rows of the range API: another password, and rows that only fill the answer. */
const others = `${'0'.repeat(35)}:12\r\n${'A'.repeat(35)}:0`

// The range API of Pwned Passwords, whose behaviour a test sets.
let behaviour: (response: ServerResponse) => void
const asked: IncomingMessage[] = []
const server = createServer({ keepAliveTimeout }, (request, response) => {
  asked.push(request)
  behaviour(response)
})
const says =
  (text: string, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)

let log: string[]
let service: ReturnType<typeof inProcess>
const serviceAt = (url: string) =>
  inProcess({
    variables: { BREACHED_PASSWORDS_URL: url, AUTH_PER_MINUTE: '3000' },
    log: (line) => log.push(line),
  })
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})
beforeEach(() => {
  log = []
  asked.length = 0
  behaviour = says(`${others}\r\n${digest.slice(5)}:3`)
  service = serviceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

const register = async (chosen: string) => {
  const account = { email: `breached-${randomUUID()}@example.com`, tenant_name: 'Swift Couriers' }
  const answer = await service.call('POST /api/v1/auth/register', { body: { ...account, password: chosen } })
  return { ...account, ...answer.body, status: answer.status, answer }
}
const problem = (field: string) => [
  422,
  [
    {
      loc: ['body', field],
      msg: 'This password is known from a data breach; choose another',
      type: 'value_error',
    },
  ],
]

test('a password that is known from a breach is refused, by the first five digits of its digest', async () => {
  const { status, answer } = await register(known)
  expect([status, answer.body.detail]).toMatchObject(problem('password'))
  expect(asked.map(({ url }) => url)).toEqual([`/range/${digest.slice(0, 5)}`])
  expect(asked[0]?.headers).toMatchObject({ 'add-padding': 'true' })
})

test('also where it is chosen after a code: for a reset and for an invitation', async () => {
  const account = await register(password)
  expect(account.status).toBe(201)
  const send = (path: string, body: object) => service.call(`POST ${path}`, { body })
  await verifyAddress(service, { ...account, password })
  service.pass(61)
  await send('/auth/email/send-reset-password', { email: account.email })
  const reset = async (new_password: string) => {
    const code = await codeFor(service, 'reset', account.email)
    return send('/auth/email/reset-password', { email: account.email, code, new_password })
  }
  const refused = await reset(known)
  expect([refused.status, refused.body.detail]).toMatchObject(problem('new_password'))
  expect((await reset('quite another password')).status).toBe(200)

  const { body: manager } = await send('/api/v1/auth/login', {
    email: account.email,
    password: 'quite another password',
  })
  const email = `breached-${randomUUID()}@example.com`
  const body = { email, role: 'operator' }
  await service.call('POST /api/v1/users', { token: manager.access_token, body })
  const accept = async (chosen: string) => {
    const code = await codeFor(service, 'invitation', email)
    return send('/auth/email/accept-invitation', { code, password: chosen })
  }
  const invited = await accept(known)
  expect([invited.status, invited.body.detail]).toMatchObject(problem('password'))
  expect((await accept('my very own password')).status).toBe(200)
})

describe('is accepted', () => {
  test.each([
    ['that the service does not know', others],
    ['that only fills the answer', `${others}\r\n${digest.slice(5)}:0`],
  ])('a password %s', async (_which, text) => {
    behaviour = says(text)
    expect((await register(known)).status).toBe(201)
    expect([asked.length, log.filter((line) => line.includes('breaches'))]).toEqual([1, []])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['does not answer', () => undefined],
    ['is too slow', (response) => void response.writeHead(200).write(others)],
    ['fails', says('', 500)],
    ['refuses', says('', 429)],
    ['answers with a page', says('<!doctype html>')],
    ['breaks off', (response) => void response.destroy()],
  ])('any password while the service %s, which the log says', async (_what, does) => {
    behaviour = does
    const started = performance.now()
    expect((await register(known)).status).toBe(201)
    expect(performance.now() - started).toBeLessThan(3000)
    const lines = log.filter((line) => line.includes('breaches'))
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toMatch(new RegExp(`${known}|${digest.slice(0, 5)}`, 'i'))
  })

  test.each(['http://pwned.example', 'api.pwnedpasswords.com'])(
    'any password if the setting is %s, which is asked nothing',
    async (url) => {
      service = serviceAt(url)
      expect((await register(known)).status).toBe(201)
      expect(log.join()).toContain('breachedPasswordsUrl is not an https address')
    },
  )

  test('any password by default', async () => {
    service = inProcess()
    expect((await register(known)).status).toBe(201)
    expect(asked).toEqual([])
  })
})
