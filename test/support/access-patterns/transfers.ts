import { importTable, shipmentFile } from '../api/imports.ts'
import type { Requests } from './requests.ts'
import { as, company, service } from './setup.ts'

export const transfersRequests: Requests = {
  'GET /api/v1/imports/{id}/errors.csv': async () => {
    const { id } = await importTable(company, shipmentFile(1, [0]))
    return () => service.call(`GET /api/v1/imports/${id}/errors.csv`, as())
  },
}
