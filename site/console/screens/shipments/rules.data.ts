import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  booking: rulesOf('POST /api/v1/shipments'),
  change: rulesOf('PUT /api/v1/shipments/{id}'),
  return: rulesOf('POST /api/v1/shipments/{id}/return'),
  cancel: rulesOf('POST /api/v1/shipments/{id}/cancel'),
  case: rulesOf('POST /api/v1/cases'),
  package: rulesOf('POST /api/v1/shipments/{id}/packages'),
  packageChange: rulesOf('PUT /api/v1/packages/{id}'),
}
