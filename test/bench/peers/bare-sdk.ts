import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { directoryKey } from '../../../shared/db/keys.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { bookingOf } from './booking.ts'
import { find, itemsOf, tenantOf, transact, type TransactItems } from './calls.ts'

// Only the DynamoDB calls with the same items, without authentication, validation or a response body. The tenant id is read
// from the token once without verification, and all bookings are the first one with new keys.

let tenant: string | undefined
let again: (() => TransactItems) | undefined

export async function handler({ headers, rawPath, routeKey, body = '' }: APIGatewayProxyEventV2) {
  tenant ??= tenantOf(headers['authorization'])
  if (routeKey.startsWith('GET')) return done(200, await find(tenant, rawPath.split('/').at(-1) ?? ''))
  again ??= await copiesOf(tenant, body)
  await transact(again())
  return done(201)
}

const done = (statusCode: number, item: unknown = true) => ({ statusCode: item ? statusCode : 404, body: '' })

/** A function that copies the items of a booking, with new keys of the same length. */
async function copiesOf(tenant_id: string, body: string): Promise<() => TransactItems> {
  const ids: string[] = []
  const newId = () => ids[ids.push(v7()) - 1] ?? ''
  const actor = { user_id: v7(), tenant_id, company_id: tenant_id, role: 'manager' } as const
  const { writes, answer } = await bookingOf(actor, NewShipment.parse(JSON.parse(body)), newId)
  const { pk } = directoryKey('tracking', String(answer['tracking_id']))
  const text = JSON.stringify(itemsOf(writes))
  return () => {
    const renewed = ids.reduce((items, id) => items.replaceAll(id, randomUUID()), text)
    return JSON.parse(renewed.replace(pk, pk.slice(0, -36) + randomUUID())) as TransactItems
  }
}
