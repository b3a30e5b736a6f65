import { columnFields } from '../../../../shared/domain/transfers/kinds.ts'

/** The columns that a file of each kind may have and needs; in place of some of them, another may stand. */
const columns = (kind: Parameters<typeof columnFields>[0]) => {
  const { names, required, instead } = columnFields(kind)
  return { names, required, instead }
}
export default { shipments: columns('shipments'), contacts: columns('contacts') }
