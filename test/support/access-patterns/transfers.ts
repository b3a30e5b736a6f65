import { requestExport } from '../api/exports.ts'
import { importTable, requestImport, shipmentFile, type Sender } from '../api/imports.ts'
import type { Requests } from './requests.ts'
import { as, service } from './setup.ts'

const company: Sender = { send: (key, options) => service.call(key, as(options)) }
const get = (path: string) => service.call(`GET /api/v1/${path}`, as())
const body = { kind: 'shipments' }

export const transfersRequests: Requests = {
  'GET /api/v1/imports': async () => {
    await requestImport(company)
    return () => get('imports?limit=1')
  },
  'POST /api/v1/imports': async () => () => service.call('POST /api/v1/imports', as({ body })),
  'GET /api/v1/imports/{id}': async () => {
    const { id } = await requestImport(company)
    return () => get(`imports/${id}`)
  },
  'GET /api/v1/imports/{id}/errors.csv': async () => {
    const { id } = await importTable(company, shipmentFile(1, [0]))
    return () => get(`imports/${id}/errors.csv`)
  },
  'GET /api/v1/exports': async () => {
    await requestExport(company)
    return () => get('exports?limit=1')
  },
  'POST /api/v1/exports': async () => () => service.call('POST /api/v1/exports', as({ body })),
  'GET /api/v1/exports/{id}': async () => {
    const { id } = await requestExport(company)
    return () => get(`exports/${id}`)
  },
}
