// Compiled in a strict project that has installed the package: what its users may write, and what they may not.
import {
  CourierError,
  courierClient,
  unwrap,
  verifyWebhook,
  type components,
  type Shipment,
} from 'courier-logistics'

const courier = courierClient({ baseUrl: 'https://api.example', email: 'anna@example.com', password: 'secret' })

export async function use(headers: Headers, body: string): Promise<string> {
  for await (const bag of courier.pages('/api/v1/bags', { params: { query: { status: 'OPEN' } } })) {
    const status: components['schemas']['BagStatus'] = bag.status
    if (status === 'OPEN') return bag.id
  }
  const shipment: Shipment = await unwrap(
    courier.GET('/api/v1/shipments/{id}', { params: { path: { id: '1' } } }),
  )
  const event = await verifyWebhook({ secret: 'whsec_AAAA', headers, body })
  if (event.type === 'shipment.status_changed') return event.data.tracking_id
  // @ts-expect-error -- a shipment has no such field
  return shipment.nothing
}
// The WebSocket of browsers, or of Node.js.
courier.live({ WebSocket, onEvent: ({ type }) => type })
export const label: Promise<ArrayBuffer> = unwrap(
  courier.GET('/api/v1/packages/{id}/label', { params: { path: { id: '1' } }, parseAs: 'arrayBuffer' }),
)
const path = { id: '1' }
// @ts-expect-error -- a package has no such field
void courier.POST('/api/v1/shipments/{id}/packages', { params: { path }, body: { wieght: 2.5 } })
// @ts-expect-error -- a list has no such parameter
void courier.GET('/api/v1/shipments', { params: { query: { limt: 20 } } })
// @ts-expect-error -- a label needs the id of its package
void courier.GET('/api/v1/packages/{id}/label')
// @ts-expect-error -- a shipment needs more fields
void courier.book({ sender_name: 'Anna' }).catch((error: unknown) => error instanceof CourierError)
// @ts-expect-error -- there is no such path
void courier.GET('/api/v1/nothing')
// @ts-expect-error -- a password needs an e-mail address
courierClient({ baseUrl: 'https://api.example', password: 'secret' })
