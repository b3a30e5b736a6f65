import { expect } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { readCsv, type Sheet } from '../../../shared/csv/read.ts'
import { csvRows } from '../../../shared/csv/write.ts'
import { readAddress, upload } from './photos.ts'
import { exampleOf, type Sender } from './tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** Requests an import; returns it, with the form of its upload. */
export async function requestImport({ send }: Sender, fields: Record<string, unknown> = {}) {
  const requested = await send('POST /api/v1/imports', { body: { kind: 'shipments', ...fields } })
  expect(requested.status, requested.text).toBe(202)
  return requested.body
}

/** Uploads a file with the form of an import. */
export const uploadTable = ({ upload: form }: { upload: any }, file: string | Buffer) =>
  upload({ upload_url: form.url, fields: form.fields }, Buffer.from(file))

/** Waits until an import is over, for at most `timeout` milliseconds. */
export const importOver = ({ send }: Sender, id: string, timeout = seconds(20)): Promise<any> =>
  waitFor(
    async () => {
      const { body } = await send(`GET /api/v1/imports/${id}`)
      expect(['DONE', 'FAILED']).toContain(body.status)
      return body
    },
    { timeout, interval: 100 },
  )

/** Imports a file; returns the import when it is over. */
export async function importTable(
  tenant: Sender,
  file: string | Buffer,
  fields: Record<string, unknown> = {},
  timeout?: number,
) {
  const requested = await requestImport(tenant, fields)
  expect((await uploadTable(requested, file)).status).toBe(204)
  return importOver(tenant, requested.id, timeout)
}

/** The file with the rows of an import that failed. */
export async function errorsOf({ send }: Sender, id: string): Promise<{ bytes: Buffer; sheet: Sheet }> {
  const answer = await send(`GET /api/v1/imports/${id}/errors.csv`)
  expect(answer.status, answer.text).toBe(303)
  const { status, bytes } = await readAddress(answer.headers['location']!)
  expect(status).toBe(200)
  return { bytes, sheet: readCsv(bytes, 20_000) }
}

/** A value as a cell: records as JSON. */
export const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const fields = Object.keys(exampleOf(NewShipment))
/** Shipments as a table; each has a name of its own, and `wrong` of them a weight that is none. */
export function shipmentTable(count: number, wrong: readonly number[] = []): string[][] {
  const example = exampleOf(NewShipment)
  const row = (n: number) =>
    fields.map((field) => {
      if (field === 'recipient_name') return `Recipient ${n}`
      if (field === 'weight' && wrong.includes(n)) return 'heavy'
      return textOf(example[field])
    })
  return [fields, ...Array.from({ length: count }, (_, n) => row(n))]
}
export const shipmentFile = (count: number, wrong?: readonly number[]) => csvRows(shipmentTable(count, wrong))
