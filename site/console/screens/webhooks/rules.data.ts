import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/webhooks'),
  change: rulesOf('PUT /api/v1/webhooks/{id}'),
  verify: rulesOf('POST /api/v1/webhooks/{id}/verify'),
}
