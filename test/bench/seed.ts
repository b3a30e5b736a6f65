import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynamoDb } from '../../lib/local/dynamodb/dynamodb.ts'
import { createTables, localClient, type Table } from '../../lib/local/dynamodb/tables.ts'
import { mintGrant } from '../../shared/db/grant.ts'
import type { Write } from '../../shared/db/requests.ts'
import { dynamoStore } from '../../shared/db/store.ts'
import type { TenantTable } from '../../shared/db/table.ts'
import { tableOn } from '../support/in-process/table.ts'
import { bags } from '../../shared/domain/bags/record.ts'
import { copyOf, flights } from '../../shared/domain/flights/record.ts'
import { packages } from '../../shared/domain/packages/record.ts'
import { sessions, users } from '../../shared/domain/users/record.ts'
import { derivedFields, shipments } from '../../shared/domain/shipments/record.ts'

/** Creates a table with the schema of `like` in a separate emulator without streams, so that it can be filled quickly. */
export async function ownTable(like: { dynamodb: string; name: string }) {
  await using parts = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  parts.defer(() => rmSync(directory, { recursive: true }))
  const { endpoint } = parts.use(await startDynamoDb(directory, {}, new AbortController().signal))
  const model = localClient(like.dynamodb)
  const { Table } = await model.send(new DescribeTableCommand({ TableName: like.name }))
  parts.defer(() => model.destroy())
  const own = localClient(endpoint)
  parts.defer(() => own.destroy())
  const client = DynamoDBDocumentClient.from(own, { marshallOptions: { removeUndefinedValues: true } })
  await createTables(own, [{ name: like.name, schema: Table as Table['schema'] }])
  const store = dynamoStore(client, like.name)
  const batch = (items: readonly object[]) =>
    client.send(
      new BatchWriteCommand({
        RequestItems: { [like.name]: items.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
  const all = parts.move()
  return {
    endpoint,
    tenant: (id: string) => tableOn(store, mintGrant(id)),
    /** Copies the user and the session of an access token, which changes check. */
    async copyCaller(token: string) {
      const { sub, sid, tenant_id } = decodeJwt<{ sub: string; sid: string; tenant_id: string }>(token)
      const grant = mintGrant(tenant_id)
      const from = tableOn(dynamoStore(DynamoDBDocumentClient.from(model), like.name), grant)
      const to = tableOn(store, grant)
      const user = await from.get(users, { id: sub })
      const session = await from.get(sessions, { id: sid, user_id: sub })
      await this.put([to.create(users, user), to.create(sessions, session)])
    },
    async put(writes: readonly Write[]) {
      const items = writes.flatMap((write) => ('put' in write ? [write.put] : []))
      const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, n) =>
        items.slice(n * 25, n * 25 + 25),
      )
      await Promise.all(batches.map(batch))
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

const start = Date.now()
/** The time `seconds` before the start of the benchmark. */
export const ago = (seconds: number) => new Date(start - 1000 * seconds).toISOString()

/** Functions that build the writes for a company's records. */
export function seeds(table: TenantTable, tenant_id: string) {
  const own = (seconds: number) => {
    const created_at = ago(seconds)
    return { id: randomUUID(), tenant_id, created_at, updated_at: created_at, version: 1 }
  }
  /** A shipment that was booked `seconds` ago. */
  function shipment(seconds: number) {
    const details = {
      sender_name: 'Anna Petrova',
      sender_phone: '+79161234567',
      sender_address: 'Tverskaya 1',
      recipient_name: 'Giorgi Beridze',
      recipient_phone: '+995599123456',
      recipient_address: '',
      origin: 'Moscow',
      destination: 'Tbilisi',
      description: 'Documents',
      tracking_id: `TRK-${seconds}`,
    }
    // Parse the record, which adds default values.
    return shipments.schema.parse({
      ...own(seconds),
      ...details,
      status: 'RECEIVED',
      payment_status: 'PENDING',
      origin_company_id: tenant_id,
      weight_g: 2500,
      price_minor: 4990,
      counts: {},
      ...derivedFields(details),
    })
  }
  return {
    shipment: (seconds: number) => table.create(shipments, shipment(seconds)),
    shipmentWith(count: number) {
      const record = { ...shipment(0), counts: { CREATED: count } }
      const packed = Array.from({ length: count }, (_, n) =>
        packages.schema.parse({
          ...own(n),
          shipment_id: record.id,
          qr_code: `PKG-${n}`,
          status: 'CREATED',
          category: 'general',
          description: '',
          weight_g: 500,
          stays: [],
        }),
      )
      return {
        id: record.id,
        writes: [table.create(shipments, record), ...packed.map((one) => table.create(packages, one))],
      }
    },
    /** A flight in BOARDING with `count` checked-in bags. */
    flightWith(count: number) {
      const flight = flights.schema.parse({
        ...own(0),
        flight_number: 'SU1234',
        airline: 'Aeroflot',
        search_number: 'su1234',
        search_airline: 'aeroflot',
        departure_airport: 'SVO',
        arrival_airport: 'TBS',
        status: 'BOARDING',
        scheduled_departure: ago(-3600),
        scheduled_arrival: ago(-7200),
        max_weight_g: 10_000_000,
        available_g: 10_000_000 - count * 100_000,
      })
      const aboard = Array.from({ length: count }, (_, n) =>
        bags.schema.parse({
          ...own(n),
          label: `MOW-TBS-${n}`,
          origin: 'SVO',
          destination: 'TBS',
          warehouse_id: tenant_id,
          status: 'CHECKED_IN',
          flight: copyOf(flight),
          flight_id: flight.id,
          events: [],
          checked_in: { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' },
          total_packages: 200,
          open_packages: 200,
          delivered_packages: 0,
          total_weight_g: 100_000,
        }),
      )
      const record = { ...flight, bags: new Set(aboard.map(({ id }) => id)) }
      return {
        id: flight.id,
        writes: [table.create(flights, record), ...aboard.map((bag) => table.create(bags, bag))],
      }
    },
  }
}
