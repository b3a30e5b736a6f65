import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  fieldNamed,
  inputOf,
  numberOf,
  type ColumnFields,
} from '../../shared/domain/transfers/columns.ts'
import { columnFields } from '../../shared/domain/transfers/kinds.ts'

const fields: ColumnFields = {
  names: ['recipient_name', 'weight', 'metadata'],
  required: ['recipient_name'],
  instead: {},
  numbers: ['weight'],
  records: ['metadata'],
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
    const columns = columnsOf(['Recipient name', 'metadata.color', 'metadata.size', 'x'], {}, fields)
    if ('reason' in columns) throw new Error(columns.reason)
    expect(columns.ignored).toEqual(['x'])
    expect(inputOf([' Nino ', 'red', '', 'y', 'z'], columns, fields)).toEqual({
      recipient_name: 'Nino',
      metadata: { color: 'red' },
    })
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
    ['-3', -3],
    ['5,', 5],
    ['1,234', 1.234],
    ['1,234,567', 1234567],
  ])('is read from %j', (cell, number) => {
    expect(numberOf(cell)).toBe(number)
  })

  test.each(['heavy', '2.5 kg', '1,2,3', '1.2.3,4', '12,34.5', '0x10', '1e3', '', '.', ',5,'])(
    'is not read from %j',
    (cell) => {
      expect(numberOf(cell)).toBe(cell)
    },
  )

  test('is what was written, in any locale', () => {
    const number = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(3)))
    fc.assert(
      fc.property(number, fc.constantFrom('ru', 'de', 'fr', 'de-CH'), (value, locale) => {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value)
        // A single group without a fraction looks like a fraction.
        if (!/^\d{1,3}[.,]\d{3}$/.test(written)) expect(numberOf(written)).toBe(value)
      }),
    )
  })
})
