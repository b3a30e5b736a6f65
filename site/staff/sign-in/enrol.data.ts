import { rulesOf } from '../form/rules.ts'

export default rulesOf('POST /api/v1/auth/second-factor/enrolment/confirm')
