import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsOf, fieldNamed, type ColumnFields } from '../../shared/domain/transfers/columns.ts'
import { columnFields } from '../../shared/domain/transfers/kinds.ts'
import { decimalMarkOf, numberOf } from '../../shared/domain/transfers/numbers.ts'
import { transferKinds } from '../../shared/domain/transfers/record.ts'
import { readRow, rowIssues, tableOf } from '../../shared/domain/transfers/rows.ts'
import { readCsv } from '../../shared/csv/read.ts'
import type { ValidationError } from '../../shared/core/errors.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import type { RowIssue } from '../../shared/domain/transfers/import-record.ts'
import { parse } from '../../shared/http/routing/validation.ts'
import { rowCheck } from '../../site/console/screens/transfers/check-row.ts'
import schemaFiles from '../../site/console/screens/transfers/schemas.data.ts'

const schemas = schemaFiles as Record<
  (typeof transferKinds)[number],
  { $defs: Record<string, { properties: Record<string, { enum?: string[] }> }> }
>
const fields: ColumnFields = {
  names: ['recipient_name', 'weight', 'metadata'],
  required: ['recipient_name'],
  instead: {},
  numbers: ['weight'],
  records: ['metadata'],
  choices: {},
}

test('the fields of shipments are those of a booking', () => {
  const { names, required, numbers } = columnFields('shipments')
  expect(names).toEqual(expect.arrayContaining(['sender_email', 'language', 'payment_status']))
  expect(required.toSorted()).toEqual(
    [
      'sender_name',
      'sender_phone',
      'recipient_name',
      'recipient_phone',
      'origin',
      'destination',
      'weight',
    ].sort(),
  )
  expect(names).toEqual(expect.arrayContaining([...numbers]))
})

describe('a column', () => {
  test.each([
    ['recipient_name', ['recipient_name']],
    ['Recipient Name', ['recipient_name']],
    [' RECIPIENT-NAME ', ['recipient_name']],
    ['metadata.Order No', ['metadata', 'Order No']],
    ['Metadata.a.b', ['metadata', 'a.b']],
    ['metadata', ['metadata']],
    ['metadata.', undefined],
    ['weight.kg', undefined],
    ['note', undefined],
  ])('%j is the field %j', (name, path) => {
    expect(fieldNamed(name, fields)).toEqual(path)
  })

  test('of a record is a key of it', () => {
    const table = tableNamed('Recipient name,metadata.color,metadata.size,x\n Nino ,red,,y\n')
    expect(table.columns.ignored).toEqual(['x'])
    expect(readRow(0, table)).toEqual({ input: { recipient_name: 'Nino', metadata: { color: 'red' } } })
  })
})

describe('a choice', () => {
  const payment = (cell: string) => {
    const given = columnFields('shipments')
    const sheet = readCsv(Buffer.from(`payment_status,language\n${cell},English\n`), 100)
    const table = tableOf(sheet, { fields: [['payment_status'], ['language']], ignored: [] }, given)
    const read = readRow(0, { ...table, fields: { ...given, required: [] } })
    return 'input' in read ? [read.input['payment_status'], read.input['language']] : read.issues
  }
  test.each([
    ['PARTIALLY_PAID', 'PARTIALLY_PAID'],
    ['partially paid', 'PARTIALLY_PAID'],
    ['Partly paid', 'PARTIALLY_PAID'],
    ['ОПЛАЧЕНО  ЧАСТИЧНО', 'PARTIALLY_PAID'],
    ['გადახდა მიღებისას', 'COD'],
    ['الدفع عند الاستلام', 'COD'],
    ['Карта', 'Карта'],
    ['constructor', 'constructor'],
  ])('is read from %j as %j', (cell, value) => {
    expect(payment(cell)).toEqual([value, 'en'])
  })

  test.each(transferKinds)('of %s has words of its own for each value', (kind) => {
    const { properties } = Object.values(schemas[kind].$defs)[0]!
    const choices = Object.entries(properties).filter(([, { enum: values }]) => values)
    const given = columnFields(kind).choices
    expect(Object.keys(given).sort()).toEqual(choices.map(([field]) => field).sort())
    for (const [field, { enum: values = [] }] of choices) {
      expect(new Set(Object.values(given[field] ?? {}))).toEqual(new Set(values))
      // The value and its names in four languages, some of which may be the same.
      expect(Object.keys(given[field] ?? {}).length).toBeGreaterThanOrEqual(values.length * 4)
    }
  })
})

describe('the preview of a table', () => {
  const row = {
    sender_name: 'Anna',
    sender_phone: '+79161234567',
    recipient_name: 'Nino',
    recipient_phone: '+995599123456',
    origin: 'Moscow',
    destination: 'Tbilisi',
    weight: 2.5,
    payment_status: 'PAID',
    metadata: { color: 'red' },
  }
  const serviceSays = (input: object): RowIssue[] => {
    try {
      parse('body', NewShipment, input)
      return []
    } catch (error) {
      return rowIssues(error as ValidationError)
    }
  }
  test.each([
    {},
    { weight: 'heavy' },
    { weight: -1, price: 1e12 },
    { payment_status: 'CARD', language: 'xx' },
    { packages: 2.5 },
    { packages: 11 },
    { recipient_name: undefined, origin: undefined },
    { recipient_name: undefined, recipient_contact_id: 'c6d2a1de-2b8e-4c57-9f40-0d6f3b1c2a11' },
    { description: 'x'.repeat(2001) },
    { sender_email: 'anna' },
    { sender_email: 'anna@почта.рф' },
    { recipient_email: 'nino@example.com' },
  ])('says of %j what the service says', (change) => {
    const input = { ...row, ...change }
    const said = rowCheck('shipments', columnFields('shipments'))(input)
    expect(said).toEqual(expect.arrayContaining(serviceSays(input)))
    expect(said).toHaveLength(serviceSays(input).length)
  })
})

/** The table of a file. Throws an Error if it cannot be imported. */
function tableNamed(text: string) {
  const sheet = readCsv(Buffer.from(text), 100)
  const columns = columnsOf(sheet.header, {}, fields)
  if ('reason' in columns) throw new Error(columns.reason)
  return tableOf(sheet, columns, fields)
}
const issuesOf = (text: string) => {
  const table = tableNamed(text)
  return table.sheet.rows.map((_, row) => {
    const read = readRow(row, table)
    return 'issues' in read ? read.issues.map(({ column, message }) => `${column}: ${message}`).join() : ''
  })
}

describe('a header', () => {
  test.each([
    ['recipient_name,Note,note', /columns 2, Note, and 3, note, have one name/],
    ['recipient_name,Order-No,order no', /columns 2, Order-No, and 3, order no/],
    ['recipient_name,\u0438\u0306,\u0439', /have one name/],
    ['recipient_name,Recipient Name', /are both recipient_name/],
  ])('with a name twice is refused: %j', (header, reason) => {
    expect(() => tableNamed(`${header}\n`)).toThrow(reason)
  })

  test('may have empty columns at its end, in which no row has a value', () => {
    const text = 'recipient_name,weight,,\nNino,1,,\nGiorgi,2\nAnna,3,,x\n'
    expect(tableNamed(text).columns.ignored).toEqual([])
    expect(issuesOf(text)).toEqual([
      '',
      '',
      expect.stringMatching(/Cell 4 has a value, and its column no name/),
    ])
  })
})

describe('a row', () => {
  const header = 'weight;recipient_name;metadata'
  test.each([
    ['1;Orlova; Anna;{}', /^: The row has 4 cells, and the header 3/],
    ['1;Anna;{};', /4 cells, and the header 3/],
    ['1', /has 1 cell, and the header 3: fields that are required are missing/],
    ['1;Anna', /^$/],
    ['1;"Anna" Orlova;', /Cell 2 has text after its closing quote/],
    ['1;7,91612E+10;', /^recipient_name: 7,91612E\+10 has lost digits/],
    ['1;;7.91612e+10', /^metadata: 7.91612e\+10 has lost digits/],
    ['1;#ИМЯ?;', /^recipient_name: #ИМЯ\? is what a spreadsheet writes/],
    ['1;???? ??????;', /^recipient_name: Letters were lost/],
    ['1;0045;', /^$/],
    ['1.234;Anna;', /^weight: 1.234 may be a fraction or thousands/],
  ])('%j has the issue %s', (row, issue) => {
    expect(issuesOf(`${header}\n${row}\n`)).toEqual([expect.stringMatching(issue)])
  })

  test('with one cell too many is an issue in each of 50 rows, and in no other', () => {
    const wrong = (n: number) => n % 7 === 3 && n < 350
    const rows = Array.from({ length: 400 }, (_, n) => `Recipient ${n}${wrong(n) ? ', Anna' : ''},${n}`)
    const sheet = readCsv(Buffer.from(['recipient_name,weight', ...rows].join('\n')), 400)
    const table = tableOf(sheet, { fields: [['recipient_name'], ['weight']], ignored: [] }, fields)
    const failed = rows.map((_, n) => n).filter((n) => 'issues' in readRow(n, table))
    expect(failed).toEqual(rows.map((_, n) => n).filter(wrong))
    expect(failed).toHaveLength(50)
  })
})

describe('a number', () => {
  test.each([
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['1 234,5', 1234.5],
    ['1\u00a0234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1.234.567,8', 1234567.8],
    ['1’234', 1234],
    ['-3', -3],
    ['5,', 5],
    ['0,345', 0.345],
    ['1234,567', 1234.567],
    ['1,2345', 1.2345],
    ['1,234', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['1,234,567', 1234567],
  ])('is read from %j', (cell, number) => {
    expect(numberOf(cell)).toBe(number)
  })

  test.each([
    'heavy',
    '2.5 kg',
    '1,2,3',
    '1.2.3,4',
    '12,34.5',
    '0x10',
    '1e3',
    '',
    '.',
    ',5,',
    '2 5',
    '1 2,5',
    '1 23',
  ])('is not read from %j', (cell) => {
    expect(numberOf(cell)).toBe(undefined)
  })

  test.each([
    [['2,5', '1,234'], ',', ','],
    [['2.5', '7'], ';', '.'],
    [['1,234'], ';', ','],
    [['1.234'], ',', '.'],
    [['1,234'], '\t', undefined],
    [['1,5', '1.5'], ';', undefined],
  ] as const)('of %j in a table of %j has the mark %j', (cells, delimiter, mark) => {
    expect(decimalMarkOf(cells, delimiter)).toBe(mark)
  })

  test('with three digits after its only mark is a fraction where the table has that mark, and is not read elsewhere', () => {
    expect([numberOf('1,234', ','), numberOf('1.234', '.')]).toEqual([1.234, 1.234])
    expect([numberOf('1,234', '.'), numberOf('1.234', ',')]).toEqual(['ambiguous', 'ambiguous'])
  })

  test('is what was written, in any locale, or ambiguous', () => {
    const number = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(3)))
    fc.assert(
      fc.property(number, fc.constantFrom('ru', 'de', 'fr', 'de-CH', 'en'), (value, locale) => {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value)
        const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written)
        expect(numberOf(written)).toBe(isGroup ? 'ambiguous' : value)
      }),
    )
  })
})
