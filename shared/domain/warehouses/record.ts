import { createHash } from 'node:crypto'
import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { crockford } from '../kernel/codes.ts'
import type { TenantContext } from '../kernel/context.ts'
import { airport, defaulted, eachOptional, Id, name, optional, text, Timestamp } from '../kernel/fields.ts'

const place = /* @__PURE__ */ lazySchema(() => text(200))
/** An airport code, or "" if unknown. */
const airportOrNone = /* @__PURE__ */ lazySchema(() => airport.or(z.literal('')))
const details = () => ({
  /** A code that people and labels use; warehouses are identified by id, so two may share a code. */
  code: name,
  name: place,
  city: place,
  country: place,
  airport_code: airportOrNone,
  address: text(500),
  /** When recipients can collect parcels, in words. */
  hours: text(500),
  phone: text(50),
})

export const Warehouse = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      id: Id,
      tenant_id: Id,
      ...details(),
      code: z.string(),
      airport_code: z.string(),
      created_at: Timestamp,
      updated_at: Timestamp,
    })
    .meta({ id: 'Warehouse' }),
)

export const NewWarehouse = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      code: optional(details().code),
      name,
      city: defaulted(place, ''),
      country: defaulted(place, ''),
      airport_code: defaulted(airportOrNone, ''),
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

export const WarehouseChange = /* @__PURE__ */ lazySchema(() =>
  eachOptional(details()).meta({
    id: 'WarehouseChange',
    examples: [{ name: 'Tbilisi, Airport Road', airport_code: 'TBS' }],
  }),
)

const WarehouseRecord = /* @__PURE__ */ lazySchema(() =>
  Warehouse.unwrap().extend({
    hours: z.string().default(''),
    phone: z.string().default(''),
    version: z.int(),
  }),
)
export type WarehouseRecord = z.output<typeof WarehouseRecord>

export const warehouses = /* @__PURE__ */ entity({
  noun: 'Warehouse',
  schema: WarehouseRecord,
  ref: /* @__PURE__ */ pick(WarehouseRecord, 'id'),
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
