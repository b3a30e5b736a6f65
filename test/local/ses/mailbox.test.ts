import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccessControl, type AccessDecision, type Caller } from '../../../lib/local/iam/access.ts'
import { localKeys } from '../../../lib/local/iam/local-keys.ts'
import { statementOf } from '../../../lib/local/iam/policy.ts'
import { configurationSetArn, identityArn } from '../../../lib/local/cloudformation/names.ts'
import { serveMailbox } from '../../../lib/local/ses/mailbox.ts'

const allowing = (...Resource: string[]) => ({
  name: 'mailer',
  statements: [statementOf({ Effect: 'Allow', Action: 'ses:SendRawEmail', Resource })],
})
const identity = identityArn('no-reply@courier.example')
const roles = new Map<string, Caller>([
  ['owner', { name: 'owner', statements: undefined }],
  ['both', allowing(identity, configurationSetArn('CourierApi'))],
  ['identity', allowing(identity)],
])

let mailbox: Awaited<ReturnType<typeof serveMailbox>>
const decisions: AccessDecision[] = []
beforeAll(async () => {
  const access = createAccessControl(roles, (decision) => decisions.push(decision))
  mailbox = await serveMailbox({ access, configurationSets: ['CourierApi'] })
})
beforeEach(() => void (decisions.length = 0))
afterAll(() => mailbox[Symbol.asyncDispose]())

/** The name of the error with which the mailbox answers, or 'sent'. */
async function send(role: string, { set, to = 'anna@courier.example' }: { set?: string; to?: string } = {}) {
  const client = new SESClient({
    endpoint: mailbox.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: localKeys.id, secretAccessKey: localKeys.secret, sessionToken: role },
  })
  const command = new SendRawEmailCommand({
    Source: 'Courier Logistics <no-reply@courier.example>',
    Destinations: [to],
    RawMessage: { Data: Buffer.from(`From: no-reply@courier.example\r\nTo: ${to}\r\n\r\n204816\r\n`) },
    ...(set !== undefined && { ConfigurationSetName: set }),
  })
  return client.send(command).then(
    () => 'sent',
    (error: unknown) => (error as Error).name,
  )
}

test('an e-mail is accepted with a configuration set of the template, or without one', async () => {
  expect(await send('owner', { set: 'CourierApi' })).toBe('sent')
  expect(await send('owner')).toBe('sent')
})

test('a configuration set that the template does not have is refused', async () => {
  expect(await send('owner', { set: 'CourierDevApi' })).toBe('ConfigurationSetDoesNotExistException')
})

test('a role needs the right to the identity and to the configuration set', async () => {
  expect(await send('both', { set: 'CourierApi' })).toBe('sent')
  expect(decisions.map(({ resource }) => resource)).toEqual([identity, configurationSetArn('CourierApi')])
  expect(await send('identity', { set: 'CourierApi' })).toBe('AccessDenied')
  expect(await send('identity')).toBe('sent')
})

test('an e-mail to the domain rejected.invalid is rejected, in any letter case, and no other', async () => {
  expect(await send('owner', { to: 'nobody@Rejected.invalid' })).toBe('MessageRejected')
  expect(await send('owner', { to: 'nobody@not-rejected.invalid' })).toBe('sent')
})
