import * as z from 'zod'
import { lambda } from '../shared/http/lambda.ts'
import { publicRoute } from '../shared/http/route.ts'
import { later } from '../shared/later.ts'
import type { SecretName } from '../shared/secrets.ts'
import asyncapi from './asyncapi.json' with { type: 'json' }
import openapi from './openapi.json' with { type: 'json' }

export const secrets: readonly SecretName[] = []

/** Generated from the routes by `npm run docs`: a file, since the routes cannot be imported here, being one of them. */
const document: { openapi: string } = openapi
const live: { asyncapi: string } = asyncapi

export const routes = [
  publicRoute('GET /openapi.json', {
    summary: 'This API as an OpenAPI 3.1 document',
    cache: 'public, max-age=300',
    reply: later(() => z.looseObject({ openapi: z.string() })),
    read: () => Promise.resolve(document),
  }),
  publicRoute('GET /asyncapi.json', {
    summary: 'What goes over the sockets as an AsyncAPI 3.0 document',
    cache: 'public, max-age=300',
    reply: later(() => z.looseObject({ asyncapi: z.string() })),
    read: () => Promise.resolve(live),
  }),
]

export const handler = lambda(routes)
