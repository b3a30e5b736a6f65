import { expect, test } from 'vitest'
import { readCsv } from '../../shared/csv/read.ts'
import { isOver } from '../../shared/domain/transfers/record.ts'
import { workOnExport } from '../../shared/transfers/export.ts'
import { workOnImport } from '../../shared/transfers/import.ts'
import { shipmentFile } from '../support/api/imports.ts'
import { companyInMemory, dyingStore } from '../support/transfers/company.ts'

test('an export of many turns is one file, with each record once, although the worker dies', async () => {
  const company = await companyInMemory()
  const { store, bucket, clock, workOn, files } = company
  const turn = (isTimeLeft: boolean) => ({
    files: bucket,
    clock,
    isTimeLeft: () => isTimeLeft,
    nextRow: async () => undefined,
  })
  await workOnImport(workOn(), await company.upload(shipmentFile(1001)), turn(true))
  files.clear()
  const whole = await company.request()
  const inTurns = await company.request()
  await workOnExport(workOn(), whole, turn(true))
  let turns = 0
  for (let record; !record || !isOver(record); turns++) {
    // A page is read again by the next turn, if its position is not saved.
    await workOnExport(workOn(dyingStore(store, 1, false)), inTurns, turn(false)).catch(() => undefined)
    record = await workOnExport(workOn(), inTurns, turn(false))
  }
  expect(turns).toBe(6)
  expect([...files.keys()].map((key) => key.replace(/^.*\/(.*\/.*)$/, '$1'))).toEqual([
    `${whole}/shipments.csv`,
    `${inTurns}/shipments.csv`,
  ])
  const [one = Buffer.from(''), other] = [...files.values()]
  expect(other).toEqual(one)
  const { header, rows } = readCsv(one, 2000)
  expect(new Set(rows.map((row) => row[header.indexOf('id')])).size).toBe(1001)
})
