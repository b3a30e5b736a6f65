import * as z from 'zod'
import { entity } from '../db/table.ts'
const CourierRecord = z.object({ id: z.string(), full_name: z.string(), status: z.string(), version: z.int() })
export const couriers = entity({
  noun: 'Courier',
  schema: CourierRecord,
  ref: CourierRecord.pick({ id: true }),
  key: ({ id }) => ({ pk: `COURIER#${id}`, sk: 'COURIER' }),
})
