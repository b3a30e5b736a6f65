import { readFileSync } from 'node:fs'
import { check } from 'prettier'
import { describe, expect, test } from 'vitest'
import { takes } from './account/aws.ts'
import { operatorOf, restoreTo, setUp, to } from './restore.fixture.ts'

setUp('prod', 'dev')

test('a table is replaced by the one of another time, and is otherwise as before', async () => {
  const operator = operatorOf()
  const { tables, functions, backups } = operator.account
  const before = structuredClone(tables.find(operator.table)!)
  const concurrency = new Map(functions.concurrency)
  await restoreTo(operator)
  const after = tables.find(operator.table)!
  expect(after.content).toBe(new Date(to).toISOString())
  expect(after.properties).toEqual(before.properties)
  expect(after.keyId).toBe(before.keyId)
  expect(after.stream).not.toBe(before.stream)
  expect(operator.streamSetting()).toBe(after.stream)
  expect(functions.mappings.map(({ EventSourceArn }) => EventSourceArn)).toEqual([after.stream, after.stream])
  expect(functions.concurrency).toEqual(concurrency)
  expect([...concurrency.values()].filter(Boolean), 'the concurrency of auth').toEqual([50])
  expect(tables.find(operator.copy)).toBeUndefined()
  expect(backups.of(operator.copy)).toEqual([])
})

test('each command reports its steps, and what comes next', async () => {
  const operator = operatorOf()
  const { table, copy } = operator
  const done = () => operator.said().filter((line) => !line.startsWith('…'))
  await operator.run('copy')
  expect(done()).toEqual([
    `✓ ${copy}`,
    `✓ Backup of ${copy}`,
    `Look at ${copy}, with 0 items at the last count. Then: npm run restore -- replace --table ${table}`,
  ])
  await operator.run('replace')
  expect(done()).toEqual([
    '✓ Functions are stopped',
    `✓ ${table} may be deleted`,
    `✓ ${table} is deleted`,
    `✓ ${table} from the backup of ${copy}`,
    ...features,
    '✓ tableStreamArn in cdk.json',
    expect.stringMatching(/npx cdk deploy --all. Then: npm run restore -- start$/),
  ])
  operator.deploy()
  await operator.run('start')
  expect(done()).toEqual([
    ...features,
    '✓ Functions are started',
    'When all is well, delete the copy: npm run restore -- clean',
  ])
  await operator.run('clean')
  expect(done()).toEqual([`✓ Backups of ${copy} are deleted`, `✓ ${copy} is deleted`, 'Done'])
})
const features = ['Deletion protection', 'Point-in-time recovery', 'Stream', 'Time to live', 'Tags'].map(
  (name) => `✓ ${name}`,
)

test('while AWS works, the state and the time are reported', async () => {
  const operator = operatorOf()
  await operator.run('copy')
  expect(operator.said().slice(0, 4)).toEqual([
    // It was not described yet.
    `… ${operator.copy}: Table already exists: ${operator.copy}, 00:00:15`,
    `… ${operator.copy}: CREATING, 00:00:30`,
    `… ${operator.copy}: CREATING, 00:00:45`,
    `✓ ${operator.copy}`,
  ])
  await operator.run('replace')
  expect(operator.said()).toContain(
    '… Point-in-time recovery: Backups are being enabled for the table, 00:00:00',
  )
})

test('a restore that takes more than a day is waited for', async () => {
  const operator = operatorOf()
  const { account, copy } = operator
  account.kills = (name) => (name === 'RestoreTableToPointInTime' ? 'after' : undefined)
  await expect(operator.run('copy')).rejects.toThrow('Killed')
  account.time += takes.description
  account.tables.find(copy)!.busy!.until = account.time + 30 * 3_600_000
  expect(await operator.run('copy')).toBe(true)
  expect(operator.said()).toContain(`… ${copy}: CREATING, 29:59:45`)
})

test('a command that has done all does nothing more', async () => {
  const operator = operatorOf()
  const changes = () => operator.account.calls.splice(0).filter((call) => !/^(Describe|List|Get)/.test(call))
  const again = async (command: string) => {
    expect(await operator.run(command)).toBe(true)
    expect(changes(), command).not.toEqual([])
    expect(await operator.run(command)).toBe(true)
    expect(changes(), `${command}, again`).toEqual([])
  }
  await again('copy')
  await again('replace')
  operator.deploy()
  await again('start')
  expect(await operator.run('replace'), 'when the functions run again').toBe(true)
  expect(changes()).toEqual([])
  await again('clean')
})

test('the backup of a former copy, which was deleted by hand, is not used, and is cleaned', async () => {
  const operator = operatorOf()
  const { account, copy, table } = operator
  await operator.run('copy')
  account.tables.find(copy)!.busy = { status: 'DELETING', until: account.time }
  await restoreTo(operator, '2026-02-09T12:00:00Z')
  expect(account.tables.find(table)!.content).toBe('2026-02-09T12:00:00.000Z')
  expect(account.backups.of(copy)).toEqual([])
})

test('another period of point-in-time recovery is kept, and a second tag', async () => {
  const operator = operatorOf()
  const { stacks, tables } = operator.account
  const period = { RecoveryPeriodInDays: 7 }
  const [template] = stacks.ofType('AWS::DynamoDB::GlobalTable')
  Object.assign(template!.properties.Replicas[0].PointInTimeRecoverySpecification, period)
  const recovery = () => tables.find(operator.table)!.properties.PointInTimeRecoverySpecification
  Object.assign(recovery(), period)
  const tags = [...template!.properties.Replicas[0].Tags, { Key: 'team', Value: 'night' }]
  template!.properties.Replicas[0].Tags = tags
  await restoreTo(operator, '2026-02-09T12:00:00Z')
  expect(recovery()).toEqual({ PointInTimeRecoveryEnabled: true, ...period })
  expect(tables.find(operator.table)!.properties.Tags).toEqual(tags)
})

describe('the stream in cdk.json', () => {
  test('is that of the second restore after a second one, in a file with the same format', async () => {
    const operator = operatorOf()
    const before = operator.context()
    await restoreTo(operator)
    const first = operator.streamSetting()
    operator.account.time += 86_400_000
    await restoreTo(operator, '2026-02-11T08:00:00Z')
    const text = readFileSync(operator.config, 'utf8')
    expect(operator.account.tables.find(operator.table)!.content).toBe('2026-02-11T08:00:00.000Z')
    expect(operator.streamSetting()).not.toBe(first)
    expect(text.match(/tableStreamArn/g)).toHaveLength(1)
    expect(await check(text, { parser: 'json', printWidth: 112 })).toBe(true)
    expect({ ...operator.context(), prod: before.prod }, 'nothing else was changed').toEqual(before)
  })

  test('takes the place of an older one of the table for all stages, and of no other table’s', async () => {
    const operator = operatorOf()
    const { tables } = operator.account
    for (const [table, kept] of [
      [operator.table, undefined],
      ['CourierDevData-Table', tables.streamOf('CourierDevData-Table', 0)],
    ] as const) {
      operator.writeContext({ tableStreamArn: tables.streamOf(table, 0) })
      await restoreTo(operator, new Date(operator.account.time - 600_000).toISOString())
      expect(operator.context().tableStreamArn).toBe(kept)
      operator.account.time += 86_400_000
    }
  })
})

test('the stage dev: nothing is protected, and commands name the stage', async () => {
  const operator = operatorOf('dev')
  const { tables, functions } = operator.account
  const before = structuredClone(tables.find(operator.table)!.properties)
  const { prod } = operator.context()
  await restoreTo(operator)
  const after = tables.find(operator.table)!
  expect(after.properties).toEqual(before)
  expect(after.properties.DeletionProtectionEnabled).toBe(false)
  expect(operator.context().prod).toEqual(prod)
  expect(operator.context().dev).toEqual({ tableStreamArn: after.stream })
  expect([...functions.concurrency.values()].filter((value) => value !== undefined)).toEqual([])
  expect(operator.said().filter((line) => /Then: npm run/.test(line))).toEqual([
    expect.stringMatching(/replace --table CourierDevData-Table-1A2B3C -c stage=dev$/),
    expect.stringMatching(/restore -- start -c stage=dev$/),
  ])
})

test('a restore that is given up before the table is deleted ends with `start`', async () => {
  const operator = operatorOf()
  const { account, table } = operator
  const before = structuredClone(account.tables.find(table)!)
  const running = account.functions.running()
  await operator.run('copy')
  account.kills = (name) => (name === 'DeleteTable' ? 'before' : undefined)
  await expect(operator.run('replace')).rejects.toThrow('Killed')
  expect(account.functions.running()).toEqual([])
  expect(account.tables.find(table)!.properties.DeletionProtectionEnabled).toBe(false)
  expect(await operator.run('start')).toBe(true)
  expect(account.functions.running()).toEqual(running)
  expect(account.tables.find(table)).toEqual(before)
})
