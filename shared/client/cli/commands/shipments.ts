import type { CourierClient, Shipment } from '../../client.ts'
import { CourierError, unwrap } from '../../http/errors.ts'
import type { Item } from '../../pages.ts'
import { command, numberOf, UsageError } from '../command.ts'
import { columns } from '../output.ts'

/** The cells of a shipment in a list. */
export const shipmentCells = (shipment: Shipment): string[] => {
  const { id, tracking_id, status, origin, destination, weight, recipient_name } = shipment
  return [tracking_id, status, `${origin} → ${destination}`, `${weight} kg`, recipient_name, id]
}

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
    const max = numberOf('limit', limit)
    if (!Number.isInteger(max) || max < 1) throw new UsageError(`--limit ${limit}: write 1 or more`)
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
    if (found.length > max) console.error(`courier: there are more than ${max}; --limit prints more.`)
  },
})

export const show = command({
  name: 'show',
  summary: 'Shows a shipment with its packages',
  argument: 'id or tracking id',
  options: {},
  async run({ client, argument, print }) {
    const shipment = await find(client, argument)
    const packages: Item<'/api/v1/shipments/{id}/packages'>[] = []
    const params = { path: { id: shipment.id } }
    for await (const one of client.pages('/api/v1/shipments/{id}/packages', { params })) packages.push(one)
    const fields = columns(Object.entries(shipment).map(([name, value]) => [name, String(value)]))
    const rows = packages.map(({ qr_code, status, weight, id }) => [qr_code, status, `${weight} kg`, id])
    const text = [...fields, '', rows.length > 0 ? 'Packages' : 'No packages', ...columns(rows)]
    print({ ...shipment, packages }, text.join('\n'))
  },
})

/** A shipment by its id or its tracking id. Throws CourierError. */
async function find(client: CourierClient, id: string): Promise<Shipment> {
  if (!/^TRK-/i.test(id)) return unwrap(client.GET('/api/v1/shipments/{id}', { params: { path: { id } } }))
  const query = { tracking_id: id.toUpperCase() }
  const result = await client.GET('/api/v1/shipments', { params: { query } })
  const [found] = await unwrap(Promise.resolve(result))
  if (found) return found
  const { headers } = result.response
  throw new CourierError({ status: 404, headers }, { detail: `No shipment has the tracking id ${id}` })
}
