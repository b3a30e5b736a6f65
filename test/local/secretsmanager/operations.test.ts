import * as sdk from '@aws-sdk/client-secrets-manager'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../lib/local/secretsmanager/operations.ts'
import { answerOf, commandsOf } from '../../support/local/sdk-commands.ts'
import { arnOf, localSecretsManager, owner, reader } from './secretsmanager.fixture.ts'

const SecretId = 'Qr'
const pending = { SecretString: 'next', VersionStages: ['AWSPENDING'] }

describe('versions', () => {
  test.each(['Qr', arnOf('Qr')])('are returned by the name or ARN %s', async (id) => {
    await using service = await localSecretsManager()
    expect(await service.client.send(new sdk.GetSecretValueCommand({ SecretId: id }))).toMatchObject({
      ARN: arnOf('Qr'),
      Name: 'Qr',
      SecretString: 'value of Qr',
      VersionStages: ['AWSCURRENT'],
      CreatedDate: new Date('2030-01-01'),
    })
  })

  test('become the current one, and are saved', async () => {
    await using service = await localSecretsManager()
    const put = await service.client.send(new sdk.PutSecretValueCommand({ SecretId, SecretString: 'new' }))
    expect(put).toMatchObject({ Name: 'Qr', VersionStages: ['AWSCURRENT'] })
    const read = await service.client.send(new sdk.GetSecretValueCommand({ SecretId }))
    expect(read).toMatchObject({ SecretString: 'new', VersionId: put.VersionId })
    expect(service.saved).toEqual([expect.arrayContaining(['new'])])
  })

  test('stay pending until the stage AWSCURRENT moves to them', async () => {
    await using service = await localSecretsManager()
    const read = async (more = {}) =>
      (await service.client.send(new sdk.GetSecretValueCommand({ SecretId, ...more }))).SecretString
    const { VersionId } = await service.client.send(new sdk.PutSecretValueCommand({ SecretId, ...pending }))
    expect(await read()).toBe('value of Qr')
    expect(await read({ VersionStage: 'AWSPENDING' })).toBe('next')
    expect(await read({ VersionId })).toBe('next')
    await expect(read({ VersionId, VersionStage: 'AWSCURRENT' })).rejects.toThrow('specified secret value')
    const { VersionIdsToStages } = await service.client.send(new sdk.DescribeSecretCommand({ SecretId }))
    expect(Object.values(VersionIdsToStages!).flat()).toEqual(['AWSCURRENT', 'AWSPENDING'])
    const move = { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId: VersionId! }
    await service.client.send(new sdk.UpdateSecretVersionStageCommand(move))
    expect(await read()).toBe('next')
    await expect(read({ VersionStage: 'AWSPENDING' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })
})

describe('ListSecrets', () => {
  test.each([
    [[], ['Pepper', 'Qr', 'Signing']],
    [[{ Key: 'name', Values: ['P', 'Q'] }], ['Pepper', 'Qr']],
    [[{ Key: 'name', Values: ['p'] }], []],
    [[{ Key: 'name', Values: ['!Qr'] }], ['Pepper', 'Signing']],
    [[{ Key: 'description', Values: ['signs'] }], ['Qr', 'Signing']],
    [
      [
        { Key: 'description', Values: ['signs'] },
        { Key: 'name', Values: ['S'] },
      ],
      ['Signing'],
    ],
  ])('with the filters %j returns %j', async (Filters, names) => {
    await using service = await localSecretsManager()
    const list = new sdk.ListSecretsCommand({ Filters: Filters as sdk.Filter[] })
    const { SecretList = [] } = await service.client.send(list)
    expect(SecretList.map(({ Name }) => Name)).toEqual(names)
  })

  test('returns descriptions and versions, but no values', async () => {
    await using service = await localSecretsManager()
    const filter: sdk.Filter = { Key: 'name', Values: ['Qr'] }
    const { SecretList } = await service.client.send(new sdk.ListSecretsCommand({ Filters: [filter] }))
    expect(SecretList).toEqual([
      {
        ARN: arnOf('Qr'),
        Name: 'Qr',
        Description: 'Signs labels',
        LastChangedDate: new Date('2030-01-01'),
        SecretVersionsToStages: { 'first-version-of-the-secret-Qr': ['AWSCURRENT'] },
      },
    ])
  })

  test('is paginated', async () => {
    await using service = await localSecretsManager()
    const names: (string | undefined)[][] = []
    for await (const { SecretList = [] } of sdk.paginateListSecrets(
      { client: service.client, pageSize: 2 },
      {},
    ))
      names.push(SecretList.map(({ Name }) => Name))
    expect(names).toEqual([['Pepper', 'Qr'], ['Signing']])
    const page = service.client.send(new sdk.ListSecretsCommand({ NextToken: 'other' }))
    await expect(page).rejects.toMatchObject({ name: 'InvalidNextTokenException' })
  })
})

describe('access', () => {
  const read = (id = SecretId) => new sdk.GetSecretValueCommand({ SecretId: id })

  test('needs the local keys', async () => {
    await using service = await localSecretsManager()
    const other = service.clientOf({ ...owner, secretAccessKey: 'other' })
    await expect(other.send(read())).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    const unknown = service.clientOf({ ...owner, sessionToken: 'unknown' })
    await expect(unknown.send(read())).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
  })

  test('of a function is limited by its role', async () => {
    await using service = await localSecretsManager()
    const client = service.clientOf(reader)
    expect(await client.send(read('Pepper'))).toHaveProperty('SecretString', 'value of Pepper')
    const denied = [read(), new sdk.PutSecretValueCommand({ SecretId: 'Pepper', SecretString: 'x' })]
    for (const command of [...denied, new sdk.ListSecretsCommand({})])
      await expect(client.send(command as never)).rejects.toMatchObject({
        name: 'AccessDeniedException',
      })
  })
})

test.each([
  [new sdk.GetSecretValueCommand({ SecretId: 'Salt' }), '400 ResourceNotFoundException'],
  [new sdk.PutSecretValueCommand({ SecretId }), '400 InvalidParameterException'],
  [new sdk.RotateSecretCommand({ SecretId }), '400 InvalidRequestException Qr has no rotation function'],
  [new sdk.ListSecretsCommand({ MaxResults: 101 }), '400 InvalidParameterException'],
  [new sdk.ListSecretsCommand({ SortOrder: 'asc' }), '501 NotImplemented'],
  [new sdk.ListSecretsCommand({ Filters: [{ Key: 'tag-key', Values: ['a'] }] }), '501 NotImplemented'],
  [new sdk.PutSecretValueCommand({ SecretId, SecretBinary: new Uint8Array(1) }), '501 NotImplemented'],
  [
    new sdk.PutSecretValueCommand({ SecretId, SecretString: 'x', VersionStages: ['MINE'] }),
    '501 NotImplemented',
  ],
])('%o is refused', async (command, answer) => {
  await using service = await localSecretsManager()
  expect(await answerOf(service.client.send(command as never))).toContain(answer)
  expect(service.saved).toEqual([])
})

test('every other operation is answered with 501 NotImplemented, and changes nothing', async () => {
  await using service = await localSecretsManager()
  const implemented = new Set(operations.map(({ name }) => name))
  const others = commandsOf(sdk).filter(([name]) => !implemented.has(name))
  expect(others.length).toBeGreaterThan(15)
  for (const [name, Command] of others)
    expect(await answerOf(service.client.send(new Command({ SecretId }))), name).toBe(
      `501 NotImplemented The local Secrets Manager does not implement the operation ${name}.`,
    )
  expect(service.saved).toEqual([])
})
