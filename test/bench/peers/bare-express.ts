import express from 'express'
import type { AddressInfo } from 'node:net'
import { find, tenantOf } from './calls.ts'

// A server of its own that reads a shipment and nothing else: neither gateway nor function, token unchecked, no log.
const app = express()
app.get('/api/v1/shipments/:id', async ({ headers, params }, response) => {
  const item = await find(tenantOf(headers.authorization), params.id)
  if (item) response.json(item)
  else response.status(404).end()
})
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
