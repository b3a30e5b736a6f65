import { beforeAll, describe, expect, test } from 'vitest'
import { delimiters } from '../../../shared/csv/delimiters.ts'
import { csvRows } from '../../../shared/csv/write.ts'
import {
  errorsOf,
  importTable,
  requestImport,
  shipmentFile,
  shipmentTable,
  uploadTable,
  importOver,
} from '../../support/api/imports.ts'
import { walk } from '../../support/api/lists.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { encode, encodingNames } from '../../support/csv/encode.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** Waits until the shipments of a company are these, by the names of their recipients. */
const expectNames = (of: Tenant, names: readonly string[]) =>
  waitFor(
    async () => {
      const { records } = await walk(of, '/api/v1/shipments')
      expect(records.map(({ recipient_name }) => recipient_name).sort()).toEqual([...names].sort())
      return records
    },
    { timeout: seconds(20), interval: 100 },
  )
const namesOf = (numbers: readonly number[]) => numbers.map((n) => `Recipient ${n}`)

describe('an import', () => {
  test('books the rows of an uploaded table, and lists those that are wrong as they were sent', async () => {
    const own = await newTenant()
    const done = await importTable(own, shipmentFile(5, [1, 3]))
    expect(done).toMatchObject({
      kind: 'shipments',
      status: 'DONE',
      rows: 5,
      imported: 3,
      failed: 2,
      reason: null,
      dry_run: false,
      encoding: 'utf-8',
      delimiter: ',',
      ignored_columns: [],
      created_by: own.user.id,
    })
    await expectNames(own, namesOf([0, 2, 4]))
    const { sheet } = await errorsOf(own, done.id)
    const [header = [], ...rows] = shipmentTable(5, [1, 3])
    expect(sheet.header).toEqual([...header, 'column', 'message'])
    expect(sheet.rows).toEqual([1, 3].map((n) => [...rows[n]!, 'weight', 'Must be a number']))
    await waitFor(async () => expect((await own.send('GET /api/v1/imports')).body).toEqual([done]))
  })

  test('of a corrected errors file books the rows that were missing', async () => {
    const own = await newTenant()
    const first = await importTable(own, shipmentFile(4, [0, 2]))
    const { bytes } = await errorsOf(own, first.id)
    const mended = await importTable(own, bytes.toString().replaceAll('heavy', '"2,5"'))
    expect(mended).toMatchObject({ rows: 2, imported: 2, failed: 0, ignored_columns: ['column', 'message'] })
    await expectNames(own, namesOf([0, 1, 2, 3]))
    expect((await errorsOf(own, mended.id)).sheet.rows).toEqual([])
  })

  test('of an errors file that is still wrong has its columns of errors once', async () => {
    const own = await newTenant()
    const first = await importTable(own, shipmentFile(2, [1]))
    const { bytes, sheet } = await errorsOf(own, first.id)
    const again = await importTable(own, bytes)
    expect((await errorsOf(own, again.id)).sheet).toEqual(sheet)
  })

  test.each(encodingNames)('reads %s, with any delimiter', async (encoding) => {
    const own = await newTenant()
    for (const [n, delimiter] of delimiters.entries()) {
      const [header = [], row = []] = shipmentTable(1)
      const cells = row.map((cell, i) => (header[i] === 'recipient_name' ? `Ёлка;,\t"№${n}"\r\nвторая` : cell))
      const table = encode(encoding, csvRows([header, cells], delimiter))
      const done = await importTable(own, table)
      expect(done).toMatchObject({ status: 'DONE', imported: 1, delimiter, encoding: encoding.split(' ')[0] })
    }
    await expectNames(
      own,
      delimiters.map((_, n) => `Ёлка;,\t"№${n}"\r\nвторая`),
    )
  })

  test('finds columns by their name in any spelling or by the mapping, and reads numbers as people write them', async () => {
    const own = await newTenant()
    const table = [
      ['Sender name', 'SENDER-PHONE', 'Кому', 'Телефон', 'Origin', 'destination', 'Weight', 'Price', 'Note'],
      ['Anna', "'+79161234567", ' Nino ', '+995599123456', 'Moscow', 'Tbilisi', '1 234,5', '1,234.50', 'x'],
      ['Anna', '+79161234567', 'Giorgi', '+995599123456', 'Moscow', 'Tbilisi', '2.5', '', ''],
    ]
    const file = table.map((cells) => cells.join(';')).join('\n')
    const mapping = { Кому: 'recipient_name', телефон: 'Recipient Phone' }
    const done = await importTable(own, file, { mapping })
    expect(done).toMatchObject({ status: 'DONE', imported: 2, failed: 0, ignored_columns: ['Note'] })
    const records = await expectNames(own, ['Nino', 'Giorgi'])
    const of = (name: string) => records.find(({ recipient_name }) => recipient_name === name)
    expect(of('Nino')).toMatchObject({ weight: 1234.5, price: 1234.5, sender_phone: '+79161234567' })
    expect(of('Giorgi')).toMatchObject({ weight: 2.5, price: 0, description: '' })
  })

  test('books no row whose cells are not those of the header, and skips rows without text', async () => {
    const own = await newTenant()
    const header =
      'sender_name;sender_phone;recipient_name;recipient_phone;origin;destination;weight;description'
    const row = (recipient: string, rest: string) =>
      `Anna;="+79161234567";${recipient};+995599123456;Moscow;Tbilisi;${rest}`
    const rows = [
      row('Nino', '2,5;'),
      row('Orlova; Anna', '1;Books'),
      ';;;;;;;',
      row('Giorgi', '1,234'),
      row('Tamar', '1;Books;'),
      row('Irakli', ''),
      ' ;\u00a0',
      'Anna;7,91612E+10;Levan;+995599123456;Moscow;Tbilisi;1;',
    ]
    const done = await importTable(own, `\uFEFFSEP=;\r\n${[header, ...rows].join('\r\n')}\r\n`)
    expect(done).toMatchObject({ status: 'DONE', rows: 6, imported: 2, failed: 4, delimiter: ';' })
    const records = await expectNames(own, ['Nino', 'Giorgi'])
    expect(records.map(({ weight }) => weight).sort()).toEqual([1.234, 2.5])
    expect(records.map(({ sender_phone }) => sender_phone)).toEqual(['+79161234567', '+79161234567'])
    const { bytes, sheet } = await errorsOf(own, done.id)
    expect(sheet.rows.map((cells) => cells.slice(-2))).toEqual([
      ['', expect.stringMatching(/^The row has 9 cells, and the header 8/)],
      ['', expect.stringMatching(/^The row has 9 cells, and the header 8/)],
      ['weight', expect.any(String)],
      ['sender_phone', expect.stringMatching(/^7,91612E\+10 has lost digits/)],
    ])
    // The cells beyond the header are in a column without a name.
    expect(sheet.rows[0]).toEqual(expect.arrayContaining(['Orlova', ' Anna', 'Books']))
    const again = await importTable(own, bytes, { dry_run: true })
    const [first] = (await errorsOf(own, again.id)).sheet.rows
    expect(first?.at(-1)).toMatch(/^Cell 9 has a value, and its column no name/)
    const mended = bytes
      .toString()
      .replace('Orlova; Anna', '"Orlova; Anna"')
      .replace('Books;;', 'Books;')
      .replace('1;Books;', '1;Books;;')
    expect(await importTable(own, mended)).toMatchObject({ rows: 4, failed: 2 })
    await expectNames(own, ['Nino', 'Giorgi', 'Orlova; Anna', 'Tamar'])
  })

  test('of a dry run books nothing, and has the counts and errors of an import', async () => {
    const own = await newTenant()
    const done = await importTable(own, shipmentFile(5, [1, 3]), { dry_run: true })
    expect(done).toMatchObject({ status: 'DONE', dry_run: true, rows: 5, imported: 3, failed: 2 })
    expect((await errorsOf(own, done.id)).sheet.rows).toHaveLength(2)
    // One shipment, which is booked later, is the only one.
    await importTable(own, shipmentFile(1))
    await expectNames(own, namesOf([0]))
  })

  test('is not changed by another upload with its form', async () => {
    const own = await newTenant()
    const requested = await requestImport(own)
    await uploadTable(requested, shipmentFile(2))
    const done = await importOver(own, requested.id)
    expect((await uploadTable(requested, shipmentFile(9))).status).toBe(204)
    // A later import of the company is carried out after it.
    await importTable(own, shipmentFile(0))
    expect((await own.send(`GET /api/v1/imports/${requested.id}`)).body).toEqual(done)
    await expectNames(own, namesOf([0, 1]))
  })
})

describe('an import of a file without Unicode', () => {
  const header = 'sender_name;sender_phone;recipient_name;recipient_phone;origin;destination;weight\n'
  const fileOf = (...recipients: string[]) =>
    header + recipients.map((one) => `Anna;+79161234567;${one};+995599123456;Moscow;Tbilisi;1\n`).join('')

  test('says that its encoding was guessed', async () => {
    const own = await newTenant()
    const done = await importTable(own, encode('ibm866', fileOf('Анна Орлова', 'Пётр Щукин')))
    expect(done).toMatchObject({
      encoding: 'ibm866',
      imported: 2,
      warnings: [expect.stringMatching(/^The encoding of the file was guessed: ibm866/)],
    })
    await expectNames(own, ['Анна Орлова', 'Пётр Щукин'])
  })

  test('is FAILED if its letters do not decide, and reads it in the encoding that it names', async () => {
    const own = await newTenant()
    const file = encode('windows-1254', fileOf('Şahin'))
    const refused = await importTable(own, file)
    expect(refused).toMatchObject({
      status: 'FAILED',
      reason: expect.stringMatching(/encoding .* not certain/),
    })
    const done = await importTable(own, file, { encoding: 'windows-1254' })
    expect(done).toMatchObject({ encoding: 'windows-1254', imported: 1 })
    expect(done).not.toHaveProperty('warnings')
    await expectNames(own, ['Şahin'])
  })

  test('is FAILED if it is damaged UTF-8, with the line and the row', async () => {
    const bytes = Buffer.from(fileOf('Анна Орлова', 'Пётр Щукин'))
    bytes[bytes.indexOf('Пётр') + 1] = 0x20
    const done = await importTable(tenant, bytes)
    expect(done).toMatchObject({ status: 'FAILED', rows: 0, reason: expect.stringMatching(/line 3, row 2,/) })
  })
})

describe('a table that cannot be imported', () => {
  const header = 'sender_name,sender_phone,recipient_name,recipient_phone,origin,destination,weight'
  test.each([
    ['has no rows', 'sender_name\n', /no column sender_phone, recipient_name, .*; its columns are sender_name/],
    ['lacks a required column', header.replace('weight', 'kilos'), /no column weight; its columns are .*kilos/],
    ['has a name twice that is no field', `${header},Note,NOTE`, /columns 8, Note, and 9, NOTE, have one name/],
    ['has an unknown delimiter', `sep=|\n${header}`, /names the delimiter \|/],
    ['has a column twice', `${header},Weight`, /columns weight and Weight are both weight/],
    ['is empty', '\n\n', /is empty/],
    ['is no table', `${header}\n"Anna`, /a quoted value has no closing quote/],
    ['has too many rows', `${header}\n${'a\n'.repeat(20_001)}`, /more than 20000 rows/],
  ])('since it %s is FAILED with the reason', async (_, file, reason) => {
    const done = await importTable(tenant, file)
    expect(done).toMatchObject({
      status: 'FAILED',
      rows: 0,
      imported: 0,
      reason: expect.stringMatching(reason),
    })
    const errors = await tenant.send(`GET /api/v1/imports/${done.id}/errors.csv`)
    expect([errors.status, errors.body.code]).toEqual([409, 'conflict'])
  })

  test('is refused by its mapping when it names an unknown field', async () => {
    const body = { kind: 'shipments', mapping: { Кому: 'recipient', Куда: 'destination' } }
    const { status, body: answer } = await tenant.send('POST /api/v1/imports', { body })
    expect(status).toBe(422)
    expect(answer.detail).toMatchObject([{ loc: ['body', 'mapping', 'Кому'] }])
    expect(answer.detail[0].msg).toMatch(/no field recipient; they have sender_contact_id, sender_name/)
  })
})

test('a mapping that names a column twice is refused', async () => {
  const body = { kind: 'shipments', mapping: { Кому: 'recipient_name', КОМУ: 'sender_name' } }
  const { status, body: answer } = await tenant.send('POST /api/v1/imports', { body })
  expect(status).toBe(422)
  expect(answer.detail).toMatchObject([{ loc: ['body', 'mapping', 'КОМУ'] }])
})

test('the form of an upload takes a file of up to 20 MiB, to its own key only', async () => {
  const requested = await requestImport(tenant)
  expect(requested).toMatchObject({
    status: 'WAITING',
    rows: 0,
    upload: { max_bytes: 20 * 1024 * 1024, expires_in: 3600 },
  })
  expect((await uploadTable(requested, Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))).status).toBe(400)
  const { upload } = requested
  const elsewhere = { ...upload.fields, key: `imports/${tenant.user.tenant_id}/${requested.id}/source.csv` }
  expect((await uploadTable({ upload: { ...upload, fields: elsewhere } }, 'a')).status).toBe(403)
  const errors = await tenant.send(`GET /api/v1/imports/${requested.id}/errors.csv`)
  expect([errors.status, errors.body.detail]).toEqual([409, expect.stringContaining('is WAITING')])
})

test('another company cannot see an import', async () => {
  const { id } = await requestImport(tenant)
  const other = await newTenant()
  for (const path of [`/api/v1/imports/${id}`, `/api/v1/imports/${id}/errors.csv`])
    expect((await other.send(`GET ${path}`)).status).toBe(404)
  expect((await other.send('GET /api/v1/imports')).body).toEqual([])
})
