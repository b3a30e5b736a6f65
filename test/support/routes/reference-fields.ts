import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Route } from '../../../shared/http/routing/route.ts'
import { fill, findOf, idsOf, scanOf } from './records.ts'
import {
  addContact,
  addCourier,
  book,
  invite,
  openBag,
  openWarehouse,
  scan,
  schedule,
  type Tenant,
  newParcel,
} from '../api/tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitUntil } from '../suite/wait.ts'

/** A field or placeholder of a request that refers to a record. */
export interface ReferenceField {
  where: 'path' | 'body' | 'query'
  name: string
  /** The id, code or label of one of the tenant's records. */
  of(tenant: Tenant): Promise<unknown>
  /** An unused value in the same format. */
  unknown(): unknown
  /** The request makes its sender the owner of the record. */
  taken?: true
}

const crockford = (n: number) =>
  Array.from(randomBytes(n), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')
const id = (make: (tenant: Tenant) => Promise<any>) => ({
  of: async (tenant: Tenant) => (await make(tenant)).id,
  unknown: () => randomUUID(),
})
const parcel = async (tenant: Tenant) => newParcel(tenant)

/** The fields that refer to records, by name. */
const knownFields: Record<string, Omit<ReferenceField, 'where' | 'name'>> = {
  courier_id: id(addCourier),
  sender_contact_id: id(addContact),
  recipient_contact_id: id(addContact),
  flight_id: id(schedule),
  warehouse_id: id(openWarehouse),
  user_id: id(invite),
  assignee_id: id(invite),
  bag_id: id(openBag),
  package_id: id(parcel),
  package_ids: {
    of: async (tenant) => [(await parcel(tenant)).id],
    unknown: () => [randomUUID()],
  },
  shipment_ids: { of: async (tenant) => [(await book(tenant)).id], unknown: () => [randomUUID()] },
  entity_id: id(openBag),
  scan_id: { ...id(async (tenant) => scan(tenant, (await openBag(tenant)).qr_data)), taken: true },
  qr_code: { of: async (tenant) => (await parcel(tenant)).qr_code, unknown: () => `PKG-${crockford(10)}` },
  events: {
    of: async (tenant) => [scanOf((await parcel(tenant)).qr_code)],
    unknown: () => [scanOf(`PKG-${crockford(10)}`)],
  },
  finds: {
    of: async (tenant) => [findOf((await parcel(tenant)).qr_code)],
    unknown: () => [findOf(`PKG-${crockford(10)}`)],
  },
  qr_codes: {
    of: async (tenant) => [(await parcel(tenant)).qr_code],
    unknown: () => [`PKG-${crockford(10)}`],
  },
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
/** Fields that look like references but are not: the client chooses their values. */
const clientChosen = ['client_id', 'device_id', 'handover_id', 'photo_ids']

/** The fields and placeholders of a route that refer to records. Throws for an unknown field that looks like one. */
export function referenceFieldsOf(route: Route): ReferenceField[] {
  // Entity types are words, not ids.
  const inPath = [...route.path.matchAll(/\{((?!\w+_type)\w+)\}/g)].map(([, name = '']) => ({
    where: 'path' as const,
    name,
    of: async (tenant: Tenant) => (await idsOf(route, tenant))[name],
    unknown: () => (route.path.includes(`/track/{${name}}`) ? `TRK-${crockford(10)}` : randomUUID()),
  }))
  const within = (where: 'body' | 'query') =>
    fieldsOf(route[where]).flatMap((name): ReferenceField[] => {
      const known = knownFields[name]
      if (known) return [{ where, name, ...known }]
      if (!/(_id|_ids)$|^qr_/.test(name) || clientChosen.includes(name)) return []
      throw new Error(`${route.key}: add to test/support/routes/reference-fields.ts what "${name}" refers to`)
    })
  // A list under an unknown record responds 404 before it checks the cursor.
  const cursor = route.kind === 'list' && inPath.length === 0 ? [cursorOf(route)] : []
  return [...inPath, ...within('body'), ...within('query'), ...cursor]
}

/** A cursor from the tenant's list. */
const cursorOf = (route: Route): ReferenceField => ({
  where: 'query',
  name: 'cursor',
  async of(tenant) {
    for (let n = 0; n < 2; n++) await fill(route, tenant)
    // The index may lag behind the writes.
    const next = async () => (await tenant.send(`GET ${route.path}?limit=1`)).headers['x-next-cursor']
    return waitUntil(next, { timeout: seconds(10), interval: 100 })
  },
  unknown: () => randomBytes(60).toString('base64url'),
})

/** The names of an object's fields, including those of nested allOf, anyOf and oneOf schemas. */
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
