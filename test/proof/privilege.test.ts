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
import { enclosingOperation } from '../support/chaos-proxy/access.ts'
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

describe('policy evaluation, as in AWS', () => {
  const keyed = (values: string[], more = {}) =>
    statement({ Condition: { 'ForAllValues:StringLike': { [leadingKeys]: values }, ...more } })
  const enclosed = statement({
    Condition: { 'ForAnyValue:StringEquals': { [enclosingOperation]: ['TransactWriteItems'] } },
  })
  const member = (operation: string) => ({ ...read(), context: { [enclosingOperation]: [operation] } })
  test.each<[string, ReturnType<typeof statement>[], AccessRequest, boolean]>([
    ['denies a call that no statement allows', [], read(), false],
    ['allows a call that a statement allows', [statement({})], read(), true],
    [
      'denies a call if only another action is allowed',
      [statement({ Action: 'dynamodb:PutItem' })],
      read(),
      false,
    ],
    ['matches actions by a wildcard, ignoring case', [statement({ Action: 'dynamodb:get*' })], read(), true],
    ['denies a call if only another table is allowed', [statement({ Resource: `${table}2` })], read(), false],
    [
      'denies a call of the table if only its indexes are allowed',
      [statement({ Resource: `${table}/index/*` })],
      read(),
      false,
    ],
    ['matches one character by ?', [statement({ Resource: table.replace('Main', 'M??n') })], read(), true],
    [
      'does not treat a dot as a wildcard',
      [statement({ Resource: table.replace('Main', '.*') })],
      read(),
      false,
    ],
    [
      'denies a call that one statement allows and another denies',
      [statement({}), statement({ Effect: 'Deny' })],
      read(),
      false,
    ],
    ['allows a call of a listed partition', [keyed(['T#*'])], read('T#1#SHIP#2'), true],
    ['denies a call of an unlisted partition', [keyed(['T#*'])], read('O#1'), false],
    ['allows a call without keys under ForAllValues', [keyed(['T#*'])], read(), true],
    [
      'denies a call without keys under Null',
      [keyed(['T#*'], { Null: { [leadingKeys]: 'false' } })],
      read(),
      false,
    ],
    [
      'denies a batch if no single statement allows all of its keys',
      [keyed(['T#*']), keyed(['O#*'])],
      { ...read(), context: { [leadingKeys]: ['T#1', 'O#1'] } },
      false,
    ],
    ['allows a member of a transaction by its operation', [enclosed], member('TransactWriteItems'), true],
    ['denies a member of another operation', [enclosed], member('TransactGetItems'), false],
    ['denies a single call by the condition of a transaction', [enclosed], read('T#1'), false],
  ])('%s', (_, statements, request, allowed) => expect(evaluate(statements, request).allowed).toBe(allowed))

  test('throws an error for an unknown condition operator', () =>
    expect(() => statement({ Condition: { NumericLessThan: { a: '1' } } })).toThrow('NumericLessThan'))
})

describe('a function’s role', () => {
  test('allows the check of a request that claims to come from the edge', async () => {
    const headers = { [originSecretHeader]: 'not ours', [viewerAddressHeader]: '192.0.2.1:443' }
    const body = { refresh_token: 'none' }
    expect((await caller()('POST /api/v1/auth/logout', { body, headers })).status).toBe(200)
  })

  test('allows the removal of a connection whose token has expired', async () => {
    const tenant = await newTenant()
    const id = randomUUID()
    const expired = new Date(Date.now() - 1000).toISOString()
    const table = inProcess().runtime.tenant({ tenantId: tenant.user.tenant_id } as Right)
    const who = { user_id: tenant.user.id as string, role: 'manager' as const }
    const record = { id, ...who, connected_at: expired, expires_at: expired }
    await testStore().commit([table.create(connections, record), table.putDirectoryEntry('connection', id, id)])
    // Use only the credentials of that function, also for calls to API Gateway.
    Object.assign(process.env, inject('environment'), { AWS_SESSION_TOKEN: inject('tokens')['sockets'] })
    const event = { requestContext: { eventType: 'MESSAGE', connectionId: id }, body: '{"type":"ping"}' }
    expect(await asFunction('sockets', () => sockets.handler(event as never, {} as never))).toEqual({
      statusCode: 200,
    })
    expect(await table.find(connections, { id })).toBeUndefined()
  })
})

test('the role of the rotation function allows the rotation of all keys', async () => {
  const manager = new SecretsManagerClient({
    endpoint: inject('secretsManager'),
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  for (const name of Object.keys(rotated) as (keyof typeof rotated)[]) {
    const SecretId = inject('environment')[secretVariable(name)]
    expect(await manager.send(new RotateSecretCommand({ SecretId })), name).toHaveProperty('VersionId')
  }
  manager.destroy()
})

describe('the check of grants', () => {
  let grants: Grant[]
  let platformCalls: ReturnType<typeof rolesOf>['platformCalls']
  beforeAll(() => {
    const roles = rolesOf(readAssembly(inject('assembly')))
    ;[grants, platformCalls] = [grantsOf(roles.callers), roles.platformCalls]
  })
  /** A call that only this grant allows. */
  const callFor = ({ caller, statement: { actions, resources, conditions } }: Grant) => {
    const context = conditions
      .filter(([operator]) => operator !== 'Null')
      .map(([, key, values]) => [key, values.map((value) => value.replace('*', 'x'))])
    const asked = { action: actions[0]!, resource: resources[0]!.replaceAll('*', 'x') }
    return { ...asked, caller, context: Object.fromEntries(context) as Record<string, string[]> }
  }
  const name = (grant: Grant) => `${grant.caller} ${describeGrant(grant)}`

  test('finds that the functions’ roles allow all calls that AWS makes with them', () => {
    const refused = platformCalls.filter(({ caller, ...asked }) => {
      const own = grants.filter((grant) => grant.caller === caller).map(({ statement }) => statement)
      return !evaluate(own, asked).allowed
    })
    expect(platformCalls.length).toBeGreaterThan(10)
    expect(refused).toEqual([])
  })

  test('finds a missing and an unused grant in any role', () => {
    const calls = grants.map(callFor)
    expect(grants.length).toBeGreaterThan(100)
    expect(unusedOf(grants, calls).map(name)).toEqual([])
    const which = fc.nat({ max: grants.length - 1 })
    fc.assert(
      fc.property(which, which, (missing, from) => {
        const [gone, call] = [grants[missing]!, calls[missing]!]
        const others = grants.filter((grant) => grant.caller === gone.caller && name(grant) !== name(gone))
        const decision = evaluate(
          others.map(({ statement }) => statement),
          call,
        )
        expect(decision.allowed, `without ${name(gone)}`).toBe(false)
        // A grant of another function, but on a resource that no call uses.
        const { statement } = grants[from]!
        const elsewhere = statement.resources.map((resource) => `${resource}-elsewhere`)
        const extra = { caller: gone.caller, statement: { ...statement, resources: elsewhere } }
        expect(unusedOf([gone, extra], calls).map(name)).toEqual([name(extra)])
      }),
      { seed, numRuns: runs },
    )
    expect(unusedOf(grants, [])).toEqual(grants)
  })

  test('is enforced by the local cloud with the error message of AWS', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'privilege-'))
    const [one, other] = ['One', 'Other'].map((queue) => ({
      name: queue,
      arn: `arn:aws:sqs:eu-west-1:000000000000:${queue}`,
      visibilitySeconds: 30,
      delaySeconds: 0,
      waitSeconds: 0,
      retentionSeconds: 60,
    }))
    using queues = openQueues([one!, other!], join(directory, 'queues.sqlite'))
    const statements = [statement({ Action: 'sqs:SendMessage', Resource: one!.arn })]
    await using server = await serveSqs(
      queues,
      createAccessControl(new Map([['token', { name: 'sender', statements }]])),
    )
    const client = new SQSClient({
      endpoint: server.url,
      region: 'eu-west-1',
      maxAttempts: 1,
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
