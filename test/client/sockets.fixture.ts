// Compiled in a strict project that has installed the package, and `ws` with its types.
import { courierClient } from 'courier-logistics'
import Default, { WebSocket as Named } from 'ws'

const courier = courierClient({ baseUrl: 'https://api.example', token: 'token' })
export const connections = [Default, Named].map((WebSocket) =>
  courier.live({ WebSocket, onEvent: ({ type }) => type }),
)
