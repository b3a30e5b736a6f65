import { readFileSync } from 'node:fs'
import type { NewShipment } from '../../client.ts'
import { command, numberOf, UsageError } from '../command.ts'
import { standardInput } from '../input.ts'
import { columns } from '../output.ts'
import { shipmentCells } from './shipments.ts'

/** The options of the fields. The compiler refuses this list when a field of the API is missing. */
const fields = {
  'sender-name': { value: 'NAME', about: 'who sends the parcel' },
  'sender-phone': { value: 'PHONE', about: 'with country code, such as +79161234567' },
  'sender-address': { value: 'ADDRESS', about: 'optional' },
  'recipient-name': { value: 'NAME', about: 'who receives it' },
  'recipient-phone': { value: 'PHONE', about: 'with country code' },
  'recipient-address': { value: 'ADDRESS', about: 'optional' },
  origin: { value: 'PLACE', about: 'a city or an airport, such as Moscow or SVO' },
  destination: { value: 'PLACE', about: 'a city or an airport' },
  weight: { value: 'KG', about: 'in kilograms' },
  description: { value: 'TEXT', about: 'what is in it; optional' },
  price: { value: 'AMOUNT', about: 'optional' },
  'payment-status': { value: 'STATUS', about: 'optional' },
} as const satisfies Record<Dashed<keyof NewShipment>, { value: string; about: string }>
type Dashed<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}-${Dashed<Tail>}` : Name
const numbers = ['weight', 'price']

export const book = command({
  name: 'book',
  summary: 'Books a shipment',
  options: {
    ...fields,
    from: { value: 'FILE', about: 'reads the fields from a JSON file, or with - from the standard input' },
    'idempotency-key': { value: 'KEY', about: 'repeated under its key, a booking is made once' },
  },
  async run({ client, values, print }) {
    const { from, 'idempotency-key': idempotencyKey } = values
    const given = Object.keys(fields).flatMap((name) => {
      const value = (values as Record<string, string | undefined>)[name]
      if (value === undefined) return []
      return [[name.replaceAll('-', '_'), numbers.includes(name) ? numberOf(name, value) : value] as const]
    })
    if (given.length === 0 && from === undefined)
      throw new UsageError('Write the fields of the shipment, or --from FILE. courier book --help lists them.')
    const body = { ...(from === undefined ? {} : await jsonFrom(from)), ...Object.fromEntries(given) }
    const options = idempotencyKey === undefined ? {} : { idempotencyKey }
    const shipment = await client.book(body as NewShipment, options)
    print(shipment, columns([shipmentCells(shipment)]).join('\n'))
  },
})

/** Throws UsageError. */
async function jsonFrom(file: string): Promise<object> {
  try {
    const text = file === '-' ? await standardInput() : readFileSync(file, 'utf8')
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    throw new Error('it is not an object')
  } catch (error) {
    throw new UsageError(`--from ${file}: ${(error as Error).message}`)
  }
}
