import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailer } from '../../functions/jobs/mailer.ts'
import { loopbackServer } from '../../lib/local/http/loopback-server.ts'
import { outboxWrite, type OutboxMessage } from '../../shared/db/stores/outbox.ts'
import { compose } from '../../shared/mail/emails.ts'
import { sesSender } from '../../shared/mail/ses.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import { password } from '../support/api/tenant.ts'
import { asFunction, inProcess } from '../support/in-process/service.ts'
import { parseEmail } from '../support/mail/parse.ts'
import { verifyAddress } from '../support/mail/codes.ts'

/** An SES that fails for given addresses and accepts all other e-mails. */
const faults = new Map<string, string>()
const taken: URLSearchParams[] = []
let calls = 0
let ses: Awaited<ReturnType<typeof loopbackServer>>
let service: ReturnType<typeof inProcess>
const logged: string[] = []
beforeAll(async () => {
  ses = await loopbackServer((request, response) => {
    calls++
    void text(request).then((body) => {
      const email = new URLSearchParams(body)
      const to = email.get('Destinations.member.1') ?? ''
      const fault = faults.get(to)
      if (!fault) taken.push(email)
      const error = `<ErrorResponse><Error><Code>${fault ?? ''}</Code><Message>Not ${to}</Message></Error></ErrorResponse>`
      const result = `<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>`
      response.writeHead(fault ? 400 : 200, { 'content-type': 'text/xml' }).end(fault ? error : result)
    })
  })
  service = inProcess({ variables: { AWS_ENDPOINT_URL_SES: ses.url } })
})
beforeEach(() => {
  service.clock.now = new Date()
  for (const list of [taken, logged]) list.length = 0
  faults.clear()
  calls = 0
})
afterAll(() => ses[Symbol.asyncDispose]())

const code = '204816'
/** A mailer in an environment of its own, which notes what it logs. */
function freshMailer(rejected: readonly string[] = []) {
  const note = (...line: unknown[]) => void logged.push(JSON.stringify(line))
  const log = { info: note, warn: note, error: note } as unknown as Runtime['log']
  const send = mailer({
    letterFor: async ({ to }) => (rejected.includes(to) ? undefined : compose('verification', { to, code })),
    send: sesSender,
  })
  return (event: DynamoDBStreamEvent) => send({ ...service.runtime, log }, event)
}
const message = (to: string, posted_at = new Date().toISOString()): OutboxMessage => ({
  id: randomUUID(),
  occasion: 'verification',
  to,
  posted_at,
})
let sequence = 0
const recordOf = (item: object, eventName: DynamoDBRecord['eventName'] = 'INSERT') =>
  ({
    eventName,
    dynamodb: {
      Keys: marshall({ pk: 'O#1', sk: 'O' }),
      NewImage: marshall(item),
      SequenceNumber: String(++sequence),
    },
  }) as DynamoDBRecord
const inserted = (one: OutboxMessage) => recordOf((outboxWrite(one) as { put: object }).put)
const recipients = () => taken.map((email) => email.get('Destinations.member.1'))

const from = 'Courier Logistics <no-reply@example.com>'
test('a letter goes out from the service’s sender, as text and as HTML in UTF-8', async () => {
  expect(await freshMailer()({ Records: [inserted(message('anna@example.com'))] })).toEqual({
    batchItemFailures: [],
  })
  const { subject, text, html } = compose('verification', { to: 'anna@example.com', code })
  expect(Object.fromEntries(taken[0]!)).toMatchObject({
    Source: from,
    ConfigurationSetName: 'CourierApi',
    'Destinations.member.1': 'anna@example.com',
  })
  const sent = await parseEmail(Buffer.from(taken[0]!.get('RawMessage.Data')!, 'base64'))
  expect([sent.from.text.replaceAll('"', ''), sent.to.text, sent.subject]).toEqual([
    from,
    'anna@example.com',
    subject,
  ])
  expect([sent.text.trim(), sent.html.trim()]).toEqual([text.trim(), html.trim()])
})

test('one that fails is named, comes again with what follows it, and only it is sent then', async () => {
  const send = freshMailer()
  const Records = ['a', 'b', 'c'].map((name) => inserted(message(`${name}@example.com`)))
  faults.set('b@example.com', 'Throttling')
  const failed = { batchItemFailures: [{ itemIdentifier: Records[1]!.dynamodb!.SequenceNumber }] }
  expect(await send({ Records })).toEqual(failed)
  expect(recipients().sort()).toEqual(['a@example.com', 'c@example.com'])
  expect(await send({ Records: Records.slice(1) })).toEqual(failed)
  faults.clear()
  expect(await send({ Records: Records.slice(1) })).toEqual({ batchItemFailures: [] })
  expect(recipients().sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})

test.each(['MessageRejected', 'InvalidParameterValue'])(
  'one that SES rejects (%s) is let go',
  async (fault) => {
    faults.set('nobody@example.com', fault)
    const Records = ['nobody@example.com', 'anna@example.com'].map((to) => inserted(message(to)))
    expect(await freshMailer()({ Records })).toEqual({ batchItemFailures: [] })
    expect(recipients()).toEqual(['anna@example.com'])
    expect(logged.join()).toContain(`"outcome":"rejected","reason":"${fault}"`)
  },
)

test('a call that fails is not repeated by itself, since SES may have sent the e-mail', async () => {
  faults.set('anna@example.com', 'Throttling')
  const { batchItemFailures } = await freshMailer()({ Records: [inserted(message('anna@example.com'))] })
  expect(batchItemFailures).toHaveLength(1)
  expect(calls).toBe(1)
})

test('only the rejected e-mail of the current invitation marks it as undeliverable, once', async () => {
  const [email, to] = ['manager', 'invited'].map((who) => `${who}-${randomUUID()}@example.com`) as [
    string,
    string,
  ]
  const account = { email, password, tenant_name: 'Swift Couriers' }
  const { access_token: token } = (await service.call('POST /api/v1/auth/register', { body: account })).body
  await verifyAddress(service, { email, access_token: token })
  const { body: user } = await service.call('POST /api/v1/users', {
    token,
    body: { email: to, role: 'viewer' },
  })
  await service.call(`POST /api/v1/users/${user.id}/invitation`, { token })
  const [first, second] = service.outboxMessages.filter((one) => one.to === to) as [
    OutboxMessage,
    OutboxMessage,
  ]
  faults.set(to, 'MessageRejected')
  const afterwards = async (one: OutboxMessage) => {
    const rejected = await asFunction('mailer', () => freshMailer()({ Records: [inserted(one)] }))
    expect(rejected).toEqual({ batchItemFailures: [] })
    const { body, headers } = await service.call(`GET /api/v1/users/${user.id}`, { token })
    return [body.status, body.invitation_undeliverable, headers.etag]
  }
  expect(await afterwards(first)).toEqual(['INVITED', false, '"2"'])
  expect(await afterwards(second)).toEqual(['INVITED', true, '"3"'])
  expect(await afterwards(second), 'redelivered').toEqual(['INVITED', true, '"3"'])
})

test('a message that is malformed, too old, without recipient, or modified is dropped', async () => {
  const late = message('late@example.com', new Date(Date.now() - 601_000).toISOString())
  const Records = [
    recordOf({ pk: 'O#1', sk: 'O', to: 'who@example.com' }),
    inserted(late),
    inserted(message('unknown@example.com')),
    recordOf((outboxWrite(message('changed@example.com')) as { put: object }).put, 'MODIFY'),
    inserted(message('anna@example.com', new Date(Date.now() - 599_000).toISOString())),
  ]
  const send = freshMailer(['unknown@example.com'])
  expect(await send({ Records })).toEqual({ batchItemFailures: [] })
  expect(recipients()).toEqual(['anna@example.com'])
  for (const outcome of ['no message', 'too late', 'no recipient']) expect(logged.join()).toContain(outcome)
})

test('the log names postings by id alone, whatever becomes of them', async () => {
  faults.set('b@example.com', 'Throttling').set('c@example.com', 'MessageRejected')
  const messages = ['a', 'b', 'c'].map((name) => message(`${name}@example.com`))
  await freshMailer()({ Records: [...messages.map(inserted), recordOf({ to: 'd@example.com', id: 7 })] })
  expect(logged).toHaveLength(4)
  for (const one of [messages[0]!, messages[2]!]) expect(logged.join()).toContain(one.id)
  expect(logged.join()).not.toMatch(/@example\.com|204816|Confirm/)
})
