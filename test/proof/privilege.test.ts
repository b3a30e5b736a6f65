import { RotateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { rotated } from '../../functions/jobs/rotation.ts'
import * as sockets from '../../functions/jobs/sockets.ts'
import { readAssembly } from '../../lib/local/cloudformation/assembly.ts'
import { createAccessControl } from '../../lib/local/iam/access.ts'
import { evaluate, statementOf, type AccessRequest, type RawStatement } from '../../lib/local/iam/policy.ts'
import { openQueues } from '../../lib/local/sqs/queues.ts'
import { serveSqs } from '../../lib/local/sqs/server.ts'
import { secretVariable } from '../../shared/config/secrets.ts'
import type { Grant as Right } from '../../shared/db/grant.ts'
import { connections } from '../../shared/domain/realtime/record.ts'
import { originSecretHeader, viewerAddressHeader } from '../../shared/http/address.ts'
import { caller } from '../support/api/client.ts'
import { newTenant } from '../support/api/tenant.ts'
import { asFunction, inProcess } from '../support/in-process/service.ts'
import { testStore } from '../support/in-process/store.ts'
import {
  grantsOf,
  leadingKeys,
  rolesOf,
  unusedOf,
  describeGrant,
  type Grant,
} from '../support/suite/privilege.ts'
import { seed } from '../support/suite/proof.ts'
import { runs } from './privilege.fixture.ts'

const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/Main'

const statement = (fields: Partial<RawStatement>) =>
  statementOf({ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table, ...fields })

const read = (key?: string): AccessRequest => ({
  action: 'dynamodb:GetItem',
  resource: table,
  ...(key !== undefined && { context: { [leadingKeys]: [key] } }),
})

describe('a policy is judged as AWS does', () => {
  const keyed = (values: string[], more = {}) =>
    statement({ Condition: { 'ForAllValues:StringLike': { [leadingKeys]: values }, ...more } })
  test.each<[string, ReturnType<typeof statement>[], AccessRequest, boolean]>([
    ['nothing allows it', [], read(), false],
    ['it is allowed', [statement({})], read(), true],
    ['another action is allowed', [statement({ Action: 'dynamodb:PutItem' })], read(), false],
    ['all actions of its kind are allowed', [statement({ Action: 'dynamodb:get*' })], read(), true],
    ['another table is', [statement({ Resource: `${table}2` })], read(), false],
    ['the indexes alone are', [statement({ Resource: `${table}/index/*` })], read(), false],
    ['a ? stands for one character', [statement({ Resource: table.replace('Main', 'M??n') })], read(), true],
    ['a dot is a dot', [statement({ Resource: table.replace('Main', '.*') })], read(), false],
    ['what is denied is not allowed', [statement({}), statement({ Effect: 'Deny' })], read(), false],
    ['its partition is named', [keyed(['T#*'])], read('T#1#SHIP#2'), true],
    ['its partition is not named', [keyed(['T#*'])], read('O#1'), false],
    ['ForAllValues holds of nothing', [keyed(['T#*'])], read(), true],
    ['and Null shuts that', [keyed(['T#*'], { Null: { [leadingKeys]: 'false' } })], read(), false],
    [
      'one statement must allow all keys of a batch',
      [keyed(['T#*']), keyed(['O#*'])],
      { ...read(), context: { [leadingKeys]: ['T#1', 'O#1'] } },
      false,
    ],
  ])('%s', (_, statements, asked, allowed) => expect(evaluate(statements, asked).allowed).toBe(allowed))

  test('a condition that is not known is not passed over', () =>
    expect(() => statement({ Condition: { NumericLessThan: { a: '1' } } })).toThrow('NumericLessThan'))
})

describe('what is done seldom is allowed too:', () => {
  test('a request that says the edge sent it is looked at', async () => {
    const headers = { [originSecretHeader]: 'not ours', [viewerAddressHeader]: '192.0.2.1:443' }
    const body = { refresh_token: 'none' }
    expect((await caller()('POST /api/v1/auth/logout', { body, headers })).status).toBe(200)
  })

  test('a connection that says something when its token has expired is let go', async () => {
    const tenant = await newTenant()
    const id = randomUUID()
    const expired = new Date(Date.now() - 1000).toISOString()
    const table = inProcess().runtime.tenant({ tenantId: tenant.user.tenant_id } as Right)
    const who = { user_id: tenant.user.id as string, role: 'manager' as const }
    const record = { id, ...who, connected_at: expired, expires_at: expired }
    await testStore().commit([table.create(connections, record), table.putDirectoryEntry('connection', id, id)])
    // As that function and none else: what it asks of the gateway too.
    Object.assign(process.env, inject('environment'), { AWS_SESSION_TOKEN: inject('tokens')['sockets'] })
    const event = { requestContext: { eventType: 'MESSAGE', connectionId: id }, body: '{"type":"ping"}' }
    expect(await asFunction('sockets', () => sockets.handler(event as never))).toEqual({ statusCode: 200 })
    expect(await table.find(connections, { id })).toBeUndefined()
  })
})

test('keys are renewed by what the function that renews them may do', async () => {
  const manager = new SecretsManagerClient({
    ...{ endpoint: inject('secretsManager'), region: 'eu-west-1' },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  for (const name of Object.keys(rotated) as (keyof typeof rotated)[]) {
    const SecretId = inject('environment')[secretVariable(name)]
    expect(await manager.send(new RotateSecretCommand({ SecretId })), name).toHaveProperty('VersionId')
  }
  manager.destroy()
})

describe('a right that is missing, or one too many, is found', () => {
  let grants: Grant[]
  let platformCalls: ReturnType<typeof rolesOf>['platformCalls']
  beforeAll(() => {
    const roles = rolesOf(readAssembly(inject('assembly')))
    ;[grants, platformCalls] = [grantsOf(roles.callers), roles.platformCalls]
  })
  /** A call that needs this very grant. */
  const callFor = ({ caller, statement: { actions, resources, conditions } }: Grant) => {
    const context = conditions
      .filter(([operator]) => operator !== 'Null')
      .map(([, key, values]) => [key, values.map((value) => value.replace('*', 'x'))])
    const asked = { action: actions[0]!, resource: resources[0]!.replaceAll('*', 'x') }
    return { ...asked, caller, context: Object.fromEntries(context) as Record<string, string[]> }
  }
  const name = (grant: Grant) => `${grant.caller} ${describeGrant(grant)}`

  test('and what AWS asks for under a role, to bring a function its events, is granted', () => {
    const refused = platformCalls.filter(({ caller, ...asked }) => {
      const own = grants.filter((grant) => grant.caller === caller).map(({ statement }) => statement)
      return !evaluate(own, asked).allowed
    })
    expect(platformCalls.length).toBeGreaterThan(10)
    expect(refused).toEqual([])
  })

  test('in whichever role it is planted', () => {
    const calls = grants.map(callFor)
    expect(grants.length).toBeGreaterThan(100)
    expect(unusedOf(grants, calls).map(name)).toEqual([])
    const which = fc.nat({ max: grants.length - 1 })
    fc.assert(
      fc.property(which, which, (missing, from) => {
        const [gone, call] = [grants[missing]!, calls[missing]!]
        const left = grants.filter((grant) => grant.caller === gone.caller && name(grant) !== name(gone))
        const judged = evaluate(
          left.map(({ statement }) => statement),
          call,
        )
        expect(judged.allowed, `without ${name(gone)}`).toBe(false)
        // What another function may do, but on a resource that no call is about.
        const { statement } = grants[from]!
        const elsewhere = statement.resources.map((resource) => `${resource}-elsewhere`)
        const extra = { caller: gone.caller, statement: { ...statement, resources: elsewhere } }
        expect(unusedOf([gone, extra], calls).map(name)).toEqual([name(extra)])
      }),
      { seed, numRuns: runs },
    )
    expect(unusedOf(grants, [])).toEqual(grants)
  })

  test('and the local cloud refuses what AWS would, in its words', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'privilege-'))
    const [one, other] = ['One', 'Other'].map((queue) => ({
      ...{ name: queue, arn: `arn:aws:sqs:eu-west-1:000000000000:${queue}` },
      ...{ visibilitySeconds: 30, delaySeconds: 0, retentionSeconds: 60 },
    }))
    using queues = openQueues([one!, other!], join(directory, 'queues.sqlite'))
    const statements = [statement({ Action: 'sqs:SendMessage', Resource: one!.arn })]
    await using server = await serveSqs(
      queues,
      createAccessControl(new Map([['token', { name: 'sender', statements }]])),
    )
    const client = new SQSClient({
      ...{ endpoint: server.url, region: 'eu-west-1', maxAttempts: 1 },
      credentials: { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: 'token' },
    })
    const send = (queue: string) =>
      client.send(
        new SendMessageCommand({ QueueUrl: `${server.url}/000000000000/${queue}`, MessageBody: '{}' }),
      )
    expect(await send('One')).toHaveProperty('MessageId')
    await expect(send('Other')).rejects.toThrow(
      /^sender is not authorized to perform: sqs:SendMessage on resource: .*:Other because/,
    )
    client.destroy()
    rmSync(directory, { recursive: true })
  })
})
