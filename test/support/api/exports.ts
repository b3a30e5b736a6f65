import { expect } from 'vitest'
import { readAddress } from './photos.ts'
import type { Sender } from './tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** Requests an export. */
export async function requestExport({ send }: Sender, fields: Record<string, unknown> = {}): Promise<any> {
  const requested = await send('POST /api/v1/exports', { body: { kind: 'shipments', ...fields } })
  expect(requested.status, requested.text).toBe(202)
  return requested.body
}

/** Requests an export, and waits until it is over, for at most `timeout` milliseconds. */
export async function exportRecords(
  tenant: Sender,
  fields: Record<string, unknown> = {},
  timeout = seconds(20),
) {
  const { id } = await requestExport(tenant, fields)
  return waitFor(
    async () => {
      const { body } = await tenant.send(`GET /api/v1/exports/${id}`)
      expect(['DONE', 'FAILED']).toContain(body.status)
      return body
    },
    { timeout, interval: 100 },
  )
}

/** The bytes of the file of an export. */
export async function exportedFile({ url }: { url: string }): Promise<Buffer> {
  const { status, bytes } = await readAddress(url)
  expect(status).toBe(200)
  return bytes
}
