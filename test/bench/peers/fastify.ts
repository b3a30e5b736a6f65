import awsLambdaFastify from '@fastify/aws-lambda'
import fastify from 'fastify'
import { book, health, read, Refused } from './work.ts'

const app = fastify()
app.get('/', async () => health())
app.post('/api/v1/shipments', async (request, reply) => {
  reply.code(201)
  return book(request.headers.authorization, request.body)
})
app.get<{ Params: { id: string } }>('/api/v1/shipments/:id', async (request) =>
  read(request.headers.authorization, request.params.id),
)
app.setErrorHandler((error, _request, reply) => {
  const status = error instanceof Refused ? error.status : 500
  return reply.code(status).send({ detail: error instanceof Refused ? error.message : 'Internal Server Error' })
})
export const handler = awsLambdaFastify(app)
