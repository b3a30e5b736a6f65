import type { Shipment } from '../../client.ts'
import { command, countOf } from '../command.ts'
import { columns } from '../output.ts'
import { findShipment, packageCells, packagesOf, shipmentCells } from '../records.ts'

export const list = command({
  name: 'list',
  summary: 'Lists shipments, newest first',
  options: {
    status: { value: 'STATUS', about: 'only those with that status, such as IN_TRANSIT' },
    search: { value: 'TEXT', about: 'only those with that text in a name or in the tracking id' },
    limit: { value: 'N', about: 'at most that many; 100 by default' },
  },
  async run({ client, values, print }) {
    const { status, search, limit = '100' } = values
    const max = countOf('limit', limit)
    const query = {
      // One more than is printed: whether there are others.
      limit: Math.min(200, max + 1),
      ...(status !== undefined && { status: status as Shipment['status'] }),
      ...(search !== undefined && { q: search }),
    }
    const found: Shipment[] = []
    for await (const shipment of client.pages('/api/v1/shipments', { params: { query } }))
      if (found.push(shipment) > max) break
    const lines = columns(found.slice(0, max).map(shipmentCells))
    for (const [n, line] of lines.entries()) print(found[n], line)
    if (found.length === 0) console.error(`courier: ${noneFor(status ?? search)}`)
    if (found.length > max) console.error(`courier: there are more than ${max}; --limit prints more.`)
  },
})

const noneFor = (filter: string | undefined) =>
  filter === undefined ? 'there are no shipments; courier book makes one' : 'no shipment matches'

/** A field: metadata is written as JSON. */
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const show = command({
  name: 'show',
  summary: 'Shows a shipment with its packages',
  argument: 'id or tracking id',
  options: {},
  async run({ client, argument, print }) {
    const shipment = await findShipment(client, argument)
    const packages = await packagesOf(client, shipment)
    const fields = columns(Object.entries(shipment).map(([name, value]) => [name, shown(value)]))
    const rows = packages.map(packageCells)
    const text = [...fields, '', rows.length > 0 ? 'Packages' : 'No packages', ...columns(rows)]
    print({ ...shipment, packages }, text.join('\n'))
  },
})
