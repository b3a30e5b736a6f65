import express, { type ErrorRequestHandler } from 'express'
import serverless from 'serverless-http'
import { book, health, read, Refused } from './work.ts'

const app = express()
app.use(express.json())
app.get('/', (_request, response) => void response.json(health()))
app.post('/api/v1/shipments', async (request, response) => {
  response.status(201).json(await book(request.headers.authorization, request.body))
})
app.get('/api/v1/shipments/:id', async (request, response) => {
  response.json(await read(request.headers.authorization, request.params.id))
})
const refusals: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Refused ? error.status : 500
  response.status(status).json({ detail: status < 500 ? error.message : 'Internal Server Error' })
}
app.use(refusals)
export const handler = serverless(app)
