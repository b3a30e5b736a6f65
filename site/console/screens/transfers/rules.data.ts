import { columnFields } from '../../../../shared/domain/transfers/kinds.ts'

/** The columns that a file of each kind may have and needs; in place of some of them, another may stand. */
export default { shipments: columnFields('shipments'), contacts: columnFields('contacts') }
