import { createHash } from 'node:crypto'
import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { crockford } from '../kernel/codes.ts'
import type { TenantContext } from '../kernel/context.ts'
import {
  asStored,
  airport,
  defaulted,
  eachOptional,
  name,
  optional,
  storedText,
  text,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
export const warehouseTexts = {
  code: { description: 'A short code that labels and timelines show', examples: ['TBS-1'] },
  name: { description: 'The name', examples: ['Tbilisi hub'] },
  city: { description: 'The city', examples: ['Tbilisi'] },
  country: { description: 'The country by its two letters (ISO 3166-1)', examples: ['GE'] },
  airportCode: { description: 'The airport nearby, by its IATA or ICAO code', examples: ['TBS'] },
  address: { description: 'Its address; may be empty', examples: ['Airport road 4'] },
  hours: {
    description: 'When recipients can collect parcels, in words; may be empty',
    examples: ['Mon–Fri 9–18'],
  },
  phone: { description: 'Its phone number, in any form; may be empty', examples: ['+995322000000'] },
}

const place = lazySchema(() => text(200))
/** An airport code, or "" if unknown. */
const airportOrNone = lazySchema(() => airport.or(z.literal('')))
const details = () => ({
  /** A code that people and labels use; warehouses are identified by id, so two may share a code. */
  code: name.meta(warehouseTexts.code),
  name: place.meta(warehouseTexts.name),
  city: place.meta(warehouseTexts.city),
  country: place.meta(warehouseTexts.country),
  airport_code: airportOrNone.meta(warehouseTexts.airportCode),
  address: text(500).meta(warehouseTexts.address),
  /** When recipients can collect parcels, in words. */
  hours: text(500).meta(warehouseTexts.hours),
  phone: text(50).meta(warehouseTexts.phone),
})

export const Warehouse = lazySchema(() =>
  z
    .object({
      id: idOf('warehouse'),
      tenant_id: TenantId,
      ...asStored(details()),
      airport_code: z.string().meta(warehouseTexts.airportCode),
      created_at: CreatedAt,
      updated_at: UpdatedAt,
    })
    .meta({ id: 'Warehouse' }),
)

export const NewWarehouse = lazySchema(() =>
  z
    .object({
      code: optional(details().code),
      name: name.meta(warehouseTexts.name),
      city: defaulted(place, '').meta(warehouseTexts.city),
      country: defaulted(place, '').meta(warehouseTexts.country),
      airport_code: defaulted(airportOrNone, '').meta(warehouseTexts.airportCode),
      address: defaulted(details().address, ''),
      hours: defaulted(details().hours, ''),
      phone: defaulted(details().phone, ''),
    })
    .meta({
      id: 'NewWarehouse',
      examples: [
        {
          code: 'TBS-1',
          name: 'Tbilisi, Airport Road',
          city: 'Tbilisi',
          country: 'Georgia',
          airport_code: 'TBS',
          address: 'Airport Road 7, Tbilisi',
          hours: 'Mon–Fri 9–18',
          phone: '+995322000000',
        },
      ],
    }),
)

export const WarehouseChange = lazySchema(() =>
  eachOptional(details()).meta({
    id: 'WarehouseChange',
    examples: [{ name: 'Tbilisi, Airport Road', airport_code: 'TBS' }],
  }),
)

const WarehouseRecord = lazySchema(() =>
  Warehouse.unwrap().extend({
    hours: storedText.default(''),
    phone: storedText.default(''),
    version: z.int(),
  }),
)
export type WarehouseRecord = z.output<typeof WarehouseRecord>

export const warehouses = entity({
  noun: 'Warehouse',
  schema: WarehouseRecord,
  ref: pick(WarehouseRecord, 'id'),
  fields: {
    personal: ['phone'],
    internal: ['tenant_id', 'created_at', 'updated_at', 'version'],
    plain: ['id', 'code', 'name', 'city', 'country', 'airport_code', 'address', 'hours'],
  },
  audited: 'warehouse',
  place: { index: 'gsi1', partition: 'WH' },
  key: ({ id }) => ({ pk: `WH#${id}`, sk: 'WH' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'WH', sk: `${created_at}#${id}` } }),
})

/** `WH-` and six characters derived from the id, 30 bits of its SHA-256. */
export function codeOf(id: string): string {
  const bytes = [...createHash('sha256').update(id).digest().subarray(0, 6)]
  return `WH-${bytes.map((byte) => crockford[byte & 31]).join('')}`
}

/** The warehouse that an unused UUID becomes at its first use, with nothing but its id. */
export function registerOnFirstUse(
  { actor, now }: Pick<TenantContext, 'actor' | 'now'>,
  id: string,
): WarehouseRecord {
  const moment = now.toISOString()
  return {
    id,
    tenant_id: actor.tenant_id,
    code: codeOf(id),
    name: '',
    city: '',
    country: '',
    airport_code: '',
    address: '',
    hours: '',
    phone: '',
    created_at: moment,
    updated_at: moment,
    version: 1,
  }
}
