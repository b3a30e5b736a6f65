import * as z from 'zod'
import { lambda } from '../shared/http/lambda.ts'
import { publicRoute } from '../shared/http/route.ts'
import type { SecretName } from '../shared/secrets.ts'
import openapi from './openapi.json' with { type: 'json' }

export const secrets: readonly SecretName[] = []

/** Generated from the routes by `npm run docs`: a file, since the routes cannot be imported here, being one of them. */
const document: { openapi: string } = openapi

export const routes = [
  publicRoute('GET /openapi.json', {
    summary: 'This API as an OpenAPI 3.1 document',
    cache: 'public, max-age=300',
    reply: z.looseObject({ openapi: z.string() }),
    read: () => Promise.resolve(document),
  }),
]

export const handler = lambda(routes)
