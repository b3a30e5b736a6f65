import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/flights'),
  change: rulesOf('PUT /api/v1/flights/{id}'),
}
