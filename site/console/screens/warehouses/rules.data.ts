import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/warehouses'),
  change: rulesOf('PUT /api/v1/warehouses/{id}'),
  receive: rulesOf('POST /api/v1/warehouse/{id}/receive'),
}
