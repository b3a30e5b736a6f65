import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../../support/api/answer.ts'
import { type Tenant, newParcel } from '../../support/api/tenant.ts'
import { moscow, tenant } from './scan-events.fixture.ts'

export const parcel = async (of: Tenant = tenant) => newParcel(of)

/** The time `seconds` after a package was created. */
export const after = ({ created_at }: { created_at: string }, seconds: number) =>
  new Date(Date.parse(created_at) + seconds * 1000).toISOString()

/** A scan of a package as a phone records it, `seconds` after the package was created. */
export const scanOf = (
  pkg: { qr_code: string; created_at: string },
  event_type: string,
  seconds: number,
  more: object = {},
) => ({
  scan_id: randomUUID() as string,
  qr_code: pkg.qr_code,
  event_type,
  warehouse_id: moscow.id as string,
  occurred_at: after(pkg, seconds),
  ...more,
})
export type Scan = ReturnType<typeof scanOf>

type Send = (key: string, options: { body: object }) => Promise<Answer>
const batch = 'POST /api/v1/scan-events/batch'
export const sendBatch = (events: readonly object[], send: Send = tenant.send) =>
  send(batch, { body: { device_id: 'scanner-7', events } })

/** Sends scans as a phone does: those without a final answer again. Returns the answers in the order of the scans. */
export async function upload(scans: readonly Scan[], send: Send = tenant.send): Promise<any[]> {
  const { status, text, body } = await sendBatch(scans, send)
  expect(status, text).toBe(200)
  const { results } = body
  expect(results.map(({ scan_id }: any) => scan_id)).toEqual(scans.map(({ scan_id }) => scan_id))
  const left = scans.filter((_, n) => results[n].retry_after !== undefined)
  if (left.length === 0) return results
  const again = await upload(left, send)
  return results.map((one: any) => again.find(({ scan_id }) => scan_id === one.scan_id) ?? one)
}
