import { expect, test } from 'vitest'
import { csvRows } from '../../../shared/csv/write.ts'
import { errorsOf, importTable } from '../../support/api/imports.ts'
import { walk } from '../../support/api/lists.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

test('the rows of a table have the same texts and numbers as requests, or are refused in the same words', async () => {
  const tenant = await newTenant()
  const header = ['sender_name', 'sender_phone', 'recipient_name', 'recipient_phone', 'origin', 'destination']
  const row = (name: string, weight: string, price: string) =>
    ['Anna', '\u202A+7 916 123\u202C', name, '+995599123456', 'Moscow', 'Tbilisi', weight, price] as const
  const file = csvRows([
    [...header, 'weight', 'price'],
    row('Zoe\u0308 Nu\u0301n\u0303ez', '2.3456', '4.35'),
    row('\u2068गीता न्\u200Dयू\u2069', '0.1', '1.005'),
    row('علی\u200Cرضا', '99999.9994', '0'),
    row('gnp.\u202Eexe 👩\u200D👧', '1.25', '49.999'),
    row('Anna\u001B[2J', '1.5', '1'),
    row('\u200B\u200D', '1.5', '1'),
    row('Anna', '100000.001', '1'),
    row('Anna', '-0.001', '1'),
  ])
  const { id, imported, failed } = await importTable(tenant, file)
  expect([imported, failed]).toEqual([4, 4])
  const records = await waitFor(
    async () => {
      const { records } = await walk(tenant, '/api/v1/shipments')
      expect(records).toHaveLength(4)
      return records
    },
    { timeout: seconds(20), interval: 100 },
  )
  const stored = records.map(({ recipient_name, sender_phone, weight, price }) => [
    recipient_name,
    sender_phone,
    weight,
    price,
  ])
  expect(stored.sort()).toEqual(
    [
      ['Zoë Núñez', '+7 916 123', 2.346, 4.35],
      ['गीता न्\u200Dयू', '+7 916 123', 0.1, 1.01],
      ['علی\u200Cرضا', '+7 916 123', 99999.999, 0],
      ['gnp.exe 👩\u200D👧', '+7 916 123', 1.25, 50],
    ].sort(),
  )
  const { sheet } = await errorsOf(tenant, id)
  expect(sheet.rows.map((cells) => cells.slice(-2))).toEqual([
    ['recipient_name', 'The text has the control character U+001B, which cannot be seen: remove it'],
    ['recipient_name', 'Must not be blank: it has only characters that cannot be seen'],
    ['weight', 'At most 100000'],
    ['weight', 'At least 0'],
  ])
})
