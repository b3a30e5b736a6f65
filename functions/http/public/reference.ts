import * as z from 'zod'
import { readAsset } from '../../../shared/core/assets.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []

/**
 * Generated from the routes by `npm run docs`. Read as files, since this file is one of the routes' own sources.
 */
const documents = { openapi: 'functions/openapi.json', asyncapi: 'functions/asyncapi.json' }
/** Assets that the bundle needs. */
export const files = Object.values(documents)

/** Reads a document on its first request. */
function reader<D>(name: keyof typeof documents): () => Promise<D> {
  let read: D | undefined
  return () => Promise.resolve((read ??= JSON.parse(readAsset(documents[name]).toString()) as D))
}

export const routes = [
  publicRoute('GET /openapi.json', {
    operationId: 'getOpenApiDocument',
    summary: 'This API as an OpenAPI 3.1 document',
    cache: 'public, max-age=300',
    reply: lazySchema(() =>
      z
        .looseObject({
          openapi: z.string().meta({ description: 'The version of OpenAPI', examples: ['3.1.0'] }),
        })
        .meta({ id: 'OpenApiDocument' }),
    ),
    read: reader<{ openapi: string }>('openapi'),
  }),
  publicRoute('GET /asyncapi.json', {
    operationId: 'getAsyncApiDocument',
    summary: 'The WebSocket messages as an AsyncAPI 3.1 document',
    cache: 'public, max-age=300',
    reply: lazySchema(() =>
      z
        .looseObject({
          asyncapi: z.string().meta({ description: 'The version of AsyncAPI', examples: ['3.0.0'] }),
        })
        .meta({ id: 'AsyncApiDocument' }),
    ),
    read: reader<{ asyncapi: string }>('asyncapi'),
  }),
]

export const handler = lambda(routes)
