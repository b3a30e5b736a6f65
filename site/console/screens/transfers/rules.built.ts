import { rulesOf } from '../../../staff/form/rules.ts'

/** What a row of each kind may have. */
export default { shipments: rulesOf('POST /api/v1/shipments'), contacts: rulesOf('POST /api/v1/contacts') }
