import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { book, health, read, Refused } from './work.ts'

// Follows https://hono.dev/docs/getting-started/aws-lambda.
const app = new Hono()
app.get('/', (c) => c.json(health()))
app.post('/api/v1/shipments', async (c) =>
  c.json(await book(c.req.header('authorization'), await c.req.json()), 201),
)
app.get('/api/v1/shipments/:id', async (c) =>
  c.json(await read(c.req.header('authorization'), c.req.param('id'))),
)
app.onError((error, c) =>
  error instanceof Refused
    ? c.json({ detail: error.message }, error.status as ContentfulStatusCode)
    : c.json({ detail: 'Internal Server Error' }, 500),
)
export const handler = handle(app)
