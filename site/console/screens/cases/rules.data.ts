import { rulesOf } from '../../../staff/form/rules.ts'

export default { change: rulesOf('PATCH /api/v1/cases/{id}'), create: rulesOf('POST /api/v1/cases') }
