import { describe, expect, test } from 'vitest'
import { operatorOf, restoreTo, setUp, to, type Operator } from './restore.fixture.ts'

setUp('prod')

const some = /^(auth|shipments|mailer)Function/

// The account itself checks at each call that no data is lost and that no function runs without the table.
describe.each(['before', 'after'] as const)('killed %s AWS has a call', (when) => {
  test('and started again, each command ends as if it had not been, at whichever call', async () => {
    const undisturbed = operatorOf('prod', some)
    await restoreTo(undisturbed)
    const { length } = undisturbed.account.calls
    expect(length).toBeGreaterThan(100)
    for (let at = 1; at <= length; at += 1) {
      const operator = operatorOf('prod', some)
      operator.account.kills = (_, count) => (count === at ? when : undefined)
      await restoreTo(operator)
      expect(endOf(operator), `killed at call ${at}, ${operator.account.calls[at - 1]}`).toEqual(
        endOf(undisturbed),
      )
    }
  })
})

/** What a restore leaves, without times and ids. */
function endOf({ account, copy, table, streamSetting }: Operator) {
  const { tables, functions, backups } = account
  const { properties, content, keyId, stream } = tables.find(table)!
  return {
    properties,
    content,
    keyId,
    copy: tables.find(copy),
    backups: backups.of(copy).length,
    stream: stream === streamSetting() && functions.mappings.every((one) => one.EventSourceArn === stream),
    concurrency: functions.concurrency,
  }
}

test('a copy of another time is refused, also before it is described', async () => {
  const operator = operatorOf('prod', some)
  operator.account.kills = (name) => (name === 'RestoreTableToPointInTime' ? 'after' : undefined)
  await expect(operator.run('copy')).rejects.toThrow('Killed')
  expect(await operator.run('copy', { to: '2026-02-01T12:00:00Z' })).toBe(false)
  expect(operator.said().at(-1)).toMatch('already, of 2026-01-31T12:00:00.000Z')
})

test('after the table is deleted, only the copy of the same time may be used, and replaces it', async () => {
  const operator = operatorOf('prod', some)
  await operator.run('copy')
  operator.account.kills = (name) => (name === 'RestoreTableFromBackup' ? 'before' : undefined)
  await expect(operator.run('replace')).rejects.toThrow('Killed')
  operator.account.kills = () => undefined
  expect(operator.account.tables.find(operator.table)).toBeUndefined()
  expect(await operator.run('copy', { to: '2026-02-01T12:00:00Z' })).toBe(false)
  expect(await operator.run('clean')).toBe(false)
  expect(await operator.run('copy', { to })).toBe(true)
  expect(await operator.run('replace')).toBe(true)
})
