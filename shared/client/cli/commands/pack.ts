import { unwrap } from '../../http/errors.ts'
import { command, numberOf } from '../command.ts'
import { columns } from '../output.ts'
import { findShipment, packageCells } from '../records.ts'

export const pack = command({
  name: 'pack',
  summary: 'Adds a package to a shipment',
  argument: 'id or tracking id',
  options: {
    weight: { value: 'KG', about: 'in kilograms; 0 by default' },
    category: { value: 'WORD', about: 'the kind of goods; general by default' },
    description: { value: 'TEXT', about: 'its contents; optional' },
    'idempotency-key': { value: 'KEY', about: 'repeated under its key, a package is added once' },
  },
  async run({ client, argument, values, print }) {
    const { weight, 'idempotency-key': key, category, description } = values
    const body = {
      ...(weight !== undefined && { weight: numberOf('weight', weight) }),
      ...(category !== undefined && { category }),
      ...(description !== undefined && { description }),
    }
    const { id } = await findShipment(client, argument)
    const headers = key === undefined ? {} : { 'Idempotency-Key': key }
    const params = { path: { id } }
    const added = await unwrap(client.POST('/api/v1/shipments/{id}/packages', { params, body, headers }))
    print(added, columns([packageCells(added)]).join('\n'))
  },
})
