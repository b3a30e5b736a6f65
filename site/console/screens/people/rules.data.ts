import { rulesOf } from '../../../staff/form/rules.ts'

export default {
  invite: rulesOf('POST /api/v1/users'),
  change: rulesOf('PUT /api/v1/users/{id}'),
  verify: rulesOf('POST /auth/email/verify'),
}
