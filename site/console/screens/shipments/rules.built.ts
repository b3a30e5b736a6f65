import { rulesOf } from '../../form/rules.ts'

export default {
  booking: rulesOf('POST /api/v1/shipments'),
  change: rulesOf('PUT /api/v1/shipments/{id}'),
  package: rulesOf('POST /api/v1/shipments/{id}/packages'),
}
