import express from 'express'
import type { AddressInfo } from 'node:net'
import { find, tenantOf } from './calls.ts'

// A server that only reads a shipment, without a gateway or a function. It neither verifies the token nor logs.
const app = express()
app.get('/api/v1/shipments/:id', async ({ headers, params }, response) => {
  const item = await find(tenantOf(headers.authorization), params.id)
  if (item) response.json(item)
  else response.status(404).end()
})
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
