import { rulesOf } from '../../../staff/form/rules.ts'

export default rulesOf('POST /api/v1/users/me/second-factor/recovery-codes')
