import { randomBytes, randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import * as z from 'zod'
import type { Route } from '../../../shared/http/routing/route.ts'
import { fill, idsOf } from './records.ts'
import {
  add,
  addCourier,
  book,
  invite,
  openBag,
  openWarehouse,
  scan,
  schedule,
  type Tenant,
} from '../api/tenant.ts'

/** A place of a request that names a record. */
export interface ReferenceField {
  where: 'path' | 'body' | 'query'
  name: string
  /** The id, code or label of a record of the tenant's there. */
  of(tenant: Tenant): Promise<unknown>
  /** An unused one of the same form. */
  unknown(): unknown
  /** The sender becomes its owner. */
  taken?: true
}

const crockford = (n: number) =>
  Array.from(randomBytes(n), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')
const id = (make: (tenant: Tenant) => Promise<any>) => ({
  of: async (tenant: Tenant) => (await make(tenant)).id,
  unknown: () => randomUUID(),
})
const parcel = async (tenant: Tenant) => add(tenant, (await book(tenant)).id)

/** How a field names a record, by the field's name. */
const named: Record<string, Omit<ReferenceField, 'where' | 'name'>> = {
  courier_id: id(addCourier),
  flight_id: id(schedule),
  warehouse_id: id(openWarehouse),
  user_id: id(invite),
  entity_id: id(openBag),
  scan_id: { ...id(async (tenant) => scan(tenant, (await openBag(tenant)).qr_data)), taken: true },
  qr_code: { of: async (tenant) => (await parcel(tenant)).qr_code, unknown: () => `PKG-${crockford(10)}` },
  qr_data: {
    of: async (tenant) => (await openBag(tenant)).qr_data,
    unknown: () => ({ t: 'bag', i: randomUUID(), c: 'forged', v: 1 }),
  },
  tracking_id: {
    of: async (tenant) => (await book(tenant)).tracking_id,
    unknown: () => `TRK-${crockford(10)}`,
  },
  after: {
    of: async (tenant) => (await tenant.send('GET /api/v1/events')).body[0].id,
    unknown: () => randomUUID(),
  },
}
/** It looks like a reference and is none: the client chooses it. */
const chosen = ['device_id', 'package_ids']

/** Every place of a route's requests that names a record. Throws for a field that looks so and is not known here. */
export function referenceFieldsOf(route: Route): ReferenceField[] {
  // The type of an entity is a word.
  const inPath = [...route.path.matchAll(/\{((?!\w+_type)\w+)\}/g)].map(([, name = '']) => ({
    ...{ where: 'path' as const, name },
    of: async (tenant: Tenant) => (await idsOf(route, tenant))[name],
    unknown: () => (route.path.includes(`/track/{${name}}`) ? `TRK-${crockford(10)}` : randomUUID()),
  }))
  const within = (where: 'body' | 'query') =>
    fieldsOf(route[where]).flatMap((name): ReferenceField[] => {
      const known = named[name]
      if (known) return [{ where, name, ...known }]
      if (!/(_id|_ids)$|^qr_/.test(name) || chosen.includes(name)) return []
      throw new Error(`${route.key}: add to test/support/routes/reference-fields.ts what "${name}" refers to`)
    })
  // A list of what is within another record is not found before its cursor is looked at.
  const cursor = route.kind === 'list' && inPath.length === 0 ? [cursorOf(route)] : []
  return [...inPath, ...within('body'), ...within('query'), ...cursor]
}

/** The cursor of another caller's list. */
const cursorOf = (route: Route): ReferenceField => ({
  ...{ where: 'query', name: 'cursor' },
  async of(tenant) {
    for (let n = 0; n < 2; n++) await fill(route, tenant)
    // An index may be late.
    const next = async () => (await tenant.send(`GET ${route.path}?limit=1`)).headers['x-next-cursor']
    return vi.waitUntil(next, { timeout: 10_000, interval: 100 })
  },
  unknown: () => randomBytes(60).toString('base64url'),
})

/** The names of an object's fields, however its schema is put together. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const names = new Set<string>()
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as any
  const look = (part: any): void => {
    if (part.$ref)
      look(
        part.$ref
          .split('/')
          .slice(1)
          .reduce((at: any, step: string) => at[step], json),
      )
    for (const name of Object.keys(part.properties ?? {})) names.add(name)
    for (const one of [...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? [])]) look(one)
  }
  look(json)
  return [...names]
}
