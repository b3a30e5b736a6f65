import { readFileSync } from 'node:fs'
import type { NewShipment } from '../../client.ts'
import { command, numberOf, UsageError } from '../command.ts'
import { standardInput } from '../input.ts'
import { columns } from '../output.ts'
import { shipmentCells } from '../records.ts'

type Dashed<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}-${Dashed<Tail>}` : Name
type RequiredField = {
  [Name in keyof NewShipment]-?: undefined extends NewShipment[Name] ? never : Name
}[keyof NewShipment]
type PartyField = `${'sender' | 'recipient'}_${'name' | 'phone'}`
type Fields<Name extends keyof NewShipment> = Record<Dashed<Name>, { value: string; about: string }>

/** The options of the fields. The compiler refuses these lists when a field of the API is missing, or in the other list. Metadata is read from files only. */
const required = {
  origin: { value: 'PLACE', about: 'a city or an airport, such as Moscow or SVO' },
  destination: { value: 'PLACE', about: 'a city or an airport' },
  weight: { value: 'KG', about: 'in kilograms' },
} as const satisfies Fields<RequiredField>
/** Who sends and receives; of a contact, its own name and phone are used. */
const parties = {
  'sender-name': { value: 'NAME', about: 'who sends the parcel' },
  'sender-phone': { value: 'PHONE', about: 'with country code, such as +79161234567' },
  'recipient-name': { value: 'NAME', about: 'who receives it' },
  'recipient-phone': { value: 'PHONE', about: 'with country code' },
} as const satisfies Partial<Fields<keyof NewShipment>>
const optional = {
  'sender-contact-id': { value: 'ID', about: 'a contact, in place of name and phone; optional' },
  'recipient-contact-id': { value: 'ID', about: 'a contact, in place of name and phone; optional' },
  'sender-address': { value: 'ADDRESS', about: 'optional' },
  'recipient-address': { value: 'ADDRESS', about: 'optional' },
  'sender-email': { value: 'EMAIL', about: 'optional' },
  'recipient-email': { value: 'EMAIL', about: 'optional' },
  language: { value: 'LANGUAGE', about: 'the recipient’s: en, ru, ka or ar; optional' },
  description: { value: 'TEXT', about: 'its contents; optional' },
  reference: { value: 'TEXT', about: 'your own name for it, such as an order number; optional' },
  price: { value: 'AMOUNT', about: 'optional' },
  'payment-status': { value: 'STATUS', about: 'optional' },
  packages: { value: 'NUMBER', about: 'how many packages are registered with it, up to 10; optional' },
} as const satisfies Fields<Exclude<keyof NewShipment, RequiredField | 'metadata' | PartyField>>
const fields = { ...parties, ...required, ...optional }
const numbers = ['weight', 'price', 'packages']
const fieldOf = (option: string) => option.replaceAll('-', '_')

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
      return [[fieldOf(name), numbers.includes(name) ? numberOf(name, value) : value] as const]
    })
    const body = { ...(from === undefined ? {} : await jsonFrom(from)), ...Object.fromEntries(given) }
    const hasContact = (name: string) => name.replace(/-.*/, '_contact_id') in body
    const needed = [...Object.keys(parties).filter((name) => !hasContact(name)), ...Object.keys(required)]
    const missing = needed.filter((name) => !(fieldOf(name) in body))
    if (missing.length > 0)
      throw new UsageError(
        `These are missing: ${missing.map((name) => `--${name}`).join(', ')}. Write them, or --from FILE. courier book --help explains them.`,
      )
    const options = idempotencyKey === undefined ? {} : { idempotencyKey }
    const shipment = await client.book(body as object as NewShipment, options)
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
