import { describe, expect, test } from 'vitest'
import { features } from '../../lib/restore/table-features.ts'
import { takes } from './account/aws.ts'
import { operatorOf, restoreTo, setUp, to, type Operator } from './restore.fixture.ts'

setUp('prod')

/** Expects that the command changes nothing and says why, and what to do. */
async function refuses(operator: Operator, command: string, message: RegExp, options = {}) {
  operator.said()
  operator.account.calls.splice(0)
  expect(await operator.run(command, options)).toBe(false)
  expect(operator.said().join('\n')).toMatch(message)
  expect(operator.account.calls.filter((call) => !/^(Describe|List|Get)/.test(call))).toEqual([])
}

/** Kills `replace` at this call. */
async function replaceUntil(operator: Operator, call: string, when: 'before' | 'after' = 'before') {
  operator.account.kills = (name) => (name === call ? when : undefined)
  await expect(operator.run('replace')).rejects.toThrow('Killed')
  operator.account.kills = () => undefined
}

describe('copy refuses', () => {
  test.each([
    ['before the window of 35 days', '2026-01-01T00:00:00Z'],
    ['after it', '2026-02-10T08:58:00Z'],
  ])('a time %s, and names the window', async (_, time) => {
    const window =
      /✗ 2026-.* cannot be restored.\n {4}Choose a time from 2026-01-11T09:00:00.000Z to 2026-02-10T08:55:00.000Z/
    await refuses(operatorOf(), 'copy', window, { to: time })
  })

  test('a table without point-in-time recovery', async () => {
    const operator = operatorOf()
    delete operator.account.tables.find(operator.table)!.recoverySince
    await refuses(operator, 'copy', /has no point-in-time recovery.\n.*list-backups/)
  })

  test('another time while there is a copy', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    const message = /There is a table .*-restored already, of 2026-01-31T12:00:00.000Z.\n.*restore -- clean$/
    await refuses(operator, 'copy', message, { to: '2026-01-31T12:00:01Z' })
  })

  test('a table that is gone, with its copy', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    await replaceUntil(operator, 'RestoreTableFromBackup')
    operator.account.tables.find(operator.copy)!.busy = { status: 'DELETING', until: 0 }
    await refuses(operator, 'copy', /neither a table .* nor a copy .*\n.*--backup-type SYSTEM/)
  })

  test.each(['2026-01-31', '2026-01-31T12:00:00', 'yesterday', ''])('the time "%s"', async (time) => {
    await expect(operatorOf().run('copy', { to: time })).rejects.toThrow('use a time with its zone')
  })
})

describe('replace refuses', () => {
  test('without the name of the table', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    for (const table of ['', 'CourierDevData-Table-1A2B3C', operator.copy])
      await refuses(operator, 'replace', /is CourierData-Table-1A2B3C, not .*\n.*--table CourierData/, {
        table,
      })
  })

  test('without a copy', async () => {
    await refuses(operatorOf(), 'replace', /the copy is not there, the backup not there.\n.*copy --to <time>/)
  })

  test('without a copy that is ready', async () => {
    const operator = operatorOf()
    operator.account.kills = (name) => (name === 'RestoreTableToPointInTime' ? 'after' : undefined)
    await expect(operator.run('copy')).rejects.toThrow('Killed')
    operator.account.time += takes.description
    await refuses(operator, 'replace', /the copy is CREATING, the backup not there/)
  })

  test('without a backup that is available', async () => {
    const operator = operatorOf()
    operator.account.kills = (name) => (name === 'CreateBackup' ? 'after' : undefined)
    await expect(operator.run('copy')).rejects.toThrow('Killed')
    await refuses(operator, 'replace', /the copy is ACTIVE, the backup CREATING/)
  })

  test('with the backup of a former copy', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    operator.account.tables.find(operator.copy)!.id = 'another'
    await refuses(operator, 'replace', /the copy is ACTIVE, the backup not there/)
  })

  test('a table that is younger than the backup, and not from it', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    operator.account.tables.find(operator.table)!.created = operator.account.time
    await refuses(operator, 'replace', /was created after the backup, and not from it.\n.*restore -- clean/)
  })

  test('to delete the table if the backup is deleted meanwhile', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    const { account, table, copy } = operator
    account.kills = (name) => {
      if (name === 'UpdateTable') account.tables.find(copy)!.busy = { status: 'DELETING', until: account.time }
      return undefined
    }
    expect(await operator.run('replace')).toBe(false)
    expect(operator.said().at(-1)).toMatch('the copy is not there')
    expect(account.tables.lasting(table)).toBe(true)
  })
})

test('replace leaves a table alone that is created by others after the former one is deleted', async () => {
  const operator = operatorOf()
  await operator.run('copy')
  const { account, table } = operator
  account.kills = (name) => {
    if (name === 'RestoreTableFromBackup') account.tables.create(table, account.stacks.data, account.time)
    return undefined
  }
  expect(await operator.run('replace')).toBe(false)
  expect(operator.said().at(-1)).toMatch('was created after the backup, and not from it')
})

describe('start refuses', () => {
  test('until a deployment has the stream of the restored table', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    await operator.run('replace')
    await refuses(
      operator,
      'start',
      /do not read the stream .*is of another stream, .*\n.*npx cdk deploy --all/,
    )
    operator.deploy('Creating')
    await refuses(operator, 'start', /mapping \S+ is Creating/)
    operator.deploy('Enabled')
    expect(await operator.run('start')).toBe(true)
  })

  test('without the table, and without its stream', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    for (const call of ['RestoreTableFromBackup', 'UpdateContinuousBackups']) {
      await replaceUntil(operator, call)
      operator.account.time += takes.deletion
      await refuses(operator, 'start', /has no stream.\n.*restore -- replace --table CourierData-Table/)
    }
  })
})

describe('clean refuses', () => {
  test('while the functions are stopped', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    await operator.run('replace')
    operator.deploy()
    await refuses(
      operator,
      'clean',
      /function \S+ does not have the concurrency of its template.\n.*restore -- start/,
    )
  })

  test('without the table', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    await replaceUntil(operator, 'DeleteTable', 'after')
    await refuses(operator, 'clean', /The table \S+ is DELETING.\n.*restore -- replace/)
    operator.account.time += takes.deletion
    await refuses(operator, 'clean', /There is no table/)
  })

  test.each(Object.entries(features))('a table without %s', async (property, { name }) => {
    const operator = operatorOf()
    await operator.run('copy')
    const table = operator.account.tables.find(operator.table)!
    table.properties = { ...table.properties, [property]: undefined }
    if (property === 'PointInTimeRecoverySpecification') delete table.recoverySince
    await refuses(operator, 'clean', new RegExp(`is not as in its template: ${name}`))
  })

  test('a table that is not a copy', async () => {
    const operator = operatorOf()
    await operator.run('copy')
    delete operator.account.tables.find(operator.copy)!.restored
    await refuses(operator, 'clean', /is not a copy of/)
    await refuses(operator, 'copy', /already, which is not a copy/)
  })
})

test('each command refuses during a deployment', async () => {
  const operator = operatorOf()
  operator.account.stacks.status = 'UPDATE_IN_PROGRESS'
  for (const command of ['copy', 'replace', 'start', 'clean'])
    await refuses(operator, command, /The stack CourierData is UPDATE_IN_PROGRESS/)
})

test('a time may be restored again, after the copy was deleted', async () => {
  const operator = operatorOf()
  await restoreTo(operator)
  await refuses(operator, 'copy', /cannot be restored/, { to })
})
