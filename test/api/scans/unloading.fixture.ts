import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../../support/api/answer.ts'
import { add, book, openBag, pack, type Tenant } from '../../support/api/tenant.ts'
import { findOf } from '../../support/routes/records.ts'

type Sender = Pick<Tenant, 'send'>

/** A bag in transit with packages of one shipment. */
export async function flown(tenant: Tenant, count: number) {
  const [{ id: shipment }, bag] = await Promise.all([book(tenant), openBag(tenant)])
  const packages: any[] = []
  for (let n = 0; n < count; n++) packages.push(await add(tenant, shipment))
  for (const { id } of packages) await pack(tenant, bag.id, id)
  await depart(tenant, bag.id)
  return { bag: bag.id as string, packages, ids: packages.map(({ id }) => id as string).sort() }
}

export async function depart({ send }: Sender, bag: string) {
  for (const [path, body] of [
    [`/api/v1/bags/${bag}/seal`, {}],
    [`/api/v1/bags/${bag}`, { status: 'IN_TRANSIT' }],
  ] as const) {
    const { status, text } = await send(`PUT ${path}`, { body })
    expect(status, text).toBe(200)
  }
}

export type Find = ReturnType<typeof findOf>
export const findsOf = (packages: readonly { qr_code: string }[], fields: object = {}) =>
  packages.map(({ qr_code }) => findOf(qr_code, fields))

/** Sends finds as a phone does: those without a final answer again. Returns the answers in the order of the finds. */
export async function found({ send }: Sender, unloading: string, finds: readonly Find[]): Promise<any[]> {
  const { status, text, body } = await send(`POST /api/v1/unloadings/${unloading}/finds`, { body: { finds } })
  expect(status, text).toBe(200)
  const { results } = body
  expect(results.map(({ find_id }: any) => find_id)).toEqual(finds.map(({ find_id }) => find_id))
  const left = finds.filter((_, n) => results[n].retry_after !== undefined)
  if (left.length === 0) return results
  const again = await found({ send }, unloading, left)
  return results.map((one: any) => again.find(({ find_id }) => find_id === one.find_id) ?? one)
}

export const open = ({ send }: Sender, bag_id: string, fields: object = {}, warehouse: string = randomUUID()) =>
  send(`POST /api/v1/warehouse/${warehouse}/unloadings`, { body: { bag_id, ...fields } })
export const close = ({ send }: Sender, id: string, headers = {}): Promise<Answer> =>
  send(`POST /api/v1/unloadings/${id}/close`, { headers })
export const reportOf = async ({ send }: Sender, id: string) =>
  (await send(`GET /api/v1/unloadings/${id}`)).body
export const packageOf = async ({ send }: Sender, id: string) => (await send(`GET /api/v1/packages/${id}`)).body
export const openCasesOf = async ({ send }: Sender, id: string): Promise<any[]> =>
  (await send(`GET /api/v1/cases?package_id=${id}`)).body
