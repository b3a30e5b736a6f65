import { listener } from '../support/webhooks/receiver.ts'

/** Listeners on one port of all loopback addresses that a customer could try. */
export async function loopbackListeners() {
  const first = await listener('127.0.0.1')
  const others = await Promise.all(['127.0.0.2', '::1'].map((host) => listener(host, undefined, first.port)))
  return {
    port: first.port,
    connections: () => [first, ...others].reduce((sum, { counted }) => sum + counted.connections, 0),
  }
}
