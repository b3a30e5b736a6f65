import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/bags'),
  change: rulesOf('PUT /api/v1/bags/{id}'),
  checkIn: rulesOf('PUT /api/v1/bags/{id}/checkin'),
}
