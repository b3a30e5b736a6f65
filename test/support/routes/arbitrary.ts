import fc from 'fast-check'
import openapi from '../../../functions/openapi.json' with { type: 'json' }

type Schema = Record<string, any>
const resolve = (schema: Schema): Schema =>
  schema['$ref']
    ? resolve(
        schema['$ref']
          .split('/')
          .slice(1)
          .reduce((at: any, step: string) => at[step], openapi),
      )
    : schema

/** Strings that often cause errors in keys, queries, logs, headers, pages, numbers, dates or encodings. */
export const naughty = [
  '',
  ' ',
  '\u0000',
  '\t\r\n',
  '\\',
  '"',
  "'",
  '`',
  '%',
  '%00',
  '%ZZ',
  '#',
  '/',
  '../../etc/passwd',
  '?',
  '&',
  '=',
  '*',
  '$',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '٣',
  '1,5',
  '-1',
  '9007199254740993',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'pk',
  'sk',
  'T#',
  'T#x#SHIP',
  'O#',
  'D#email#',
  'attribute_exists(pk)',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '=cmd()',
  '@SUM(1)',
  'Set-Cookie: a=b\r\n\r\n',
  '\u001b[31m',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eevil',
  '\u200b',
  'ﷺ',
  '🛫',
  '👩‍👩‍👧‍👦',
  'İ',
  'ß',
  'ſ',
  'ÅÅ',
  'ქართული',
  '汉字',
  'ไทย',
  'e\u0301',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '2024-02-30',
  '2024-02-29',
  '1970-01-01T00:00:00+24:00',
  '24:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'PKG-',
  'TRK-',
  'a@b',
  'a@b.c'.padStart(300, 'a'),
  'x'.repeat(256),
  'x'.repeat(2049),
  '🛫'.repeat(3000),
  'x'.repeat(70_000),
  '['.repeat(2000),
]
const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-7,
  0.005,
  1e21,
  1.7976931348623157e308,
  5e-324,
  2 ** 53,
  2 ** 31,
  -(2 ** 63),
  999,
  1000.001,
]
const anything = fc.oneof(
  fc.constantFrom(...naughty),
  fc.constantFrom<unknown>(...numbers, null, true, [], {}, [[]], [null], { a: { b: [] } }, { __proto__: null }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A value that mostly matches the schema, and is arbitrary otherwise. */
export function valueFor(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: right(resolve(given), depth) }, { weight: 2, arbitrary: anything })
}

function right(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const some = schema['anyOf'] ?? schema['oneOf']
  if (some) return fc.oneof(...some.map((one: Schema) => valueFor(one, depth)))
  if (schema['allOf'])
    return fc
      .tuple(...schema['allOf'].map((one: Schema) => right(resolve(one), depth)))
      .map((all) => Object.assign({}, ...(all as object[])))
  if ('const' in schema) return fc.constant(schema['const'])
  if (schema['enum']) return fc.constantFrom(...schema['enum'])
  if (schema['properties']) {
    if (depth > 3) return fc.constant({})
    const fields = Object.entries(schema['properties']).map(([name, part]) => [
      name,
      valueFor(part as Schema, depth + 1),
    ])
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  switch ([schema['type']].flat()[0]) {
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.constantFrom(...numbers, schema['minimum'] ?? 0, schema['maximum'] ?? 1),
        fc.double({ min: 0, max: 5000, noNaN: true }),
      )
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueFor(schema['items'] ?? {}, depth + 1), { maxLength: 4 })
    case 'string':
      if (schema['format'] === 'uuid') return fc.uuid()
      if (schema['format'] === 'date-time')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      if (schema['format'] === 'email') return fc.emailAddress()
      return fc.string({ maxLength: Math.min(60, schema['maxLength'] ?? 60) })
    default:
      return anything
  }
}
