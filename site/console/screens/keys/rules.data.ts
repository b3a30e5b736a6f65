import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  create: rulesOf('POST /api/v1/api-keys'),
  rotate: rulesOf('POST /api/v1/api-keys/{id}/rotate'),
}
