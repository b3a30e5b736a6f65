import { rulesOf } from '../../../staff/form/rules.ts'

export default rulesOf('PUT /api/v1/users/me/passkeys/{id}')
