import { exampleIds } from '../../domain/kernel/example-ids.ts'
import { takesIfMatch } from '../error-responses.ts'
import { feedTypeNames, feedTypes, schemaName } from '../../domain/events/record.ts'
import { schemaWriter, type Json } from '../routing/json-schema.ts'
import type { Route } from '../routing/route.ts'
import { scopesOf } from '../routing/scope.ts'
import { controlTypes } from '../../domain/webhooks/record.ts'
import { annotate } from './annotate.ts'
import { errorResponses } from './errors.ts'
import { introduction } from './introduction.ts'
import { operation } from './operation.ts'
import { tags } from './tags.ts'

type Groups = Record<string, { routes: readonly Route[] }>

/**
 * The service's routes, by group, as an OpenAPI 3.1 document. `url` is the API's address relative to the document.
 * Throws an Error for a schema that cannot be written (see shared/http/routing/json-schema.ts).
 */
export function openApi(groups: Groups, { version, url = '/' }: { version: string; url?: string }): Json {
  const { write, components } = schemaWriter(annotate)
  const versioned = versionedReplies(groups)
  const hasTag = (route: Route) => versioned.has(route.reply) || route.cache !== undefined
  const paths: Record<string, Json> = {}
  for (const [group, { routes }] of Object.entries(groups))
    for (const route of routes)
      (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(
        route,
        group,
        hasTag(route),
        write,
        components,
      )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Courier Logistics',
      version,
      description: introduction,
      contact: { name: 'Courier Logistics' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url,
        'x-internal': false,
        description: 'The deployment that this document comes from: local, staging or production',
      },
    ],
    tags: Object.entries(tags)
      .filter(([group]) => group in groups)
      .map(([, tag]) => tag),
    paths,
    webhooks: webhooks(),
    components: {
      responses: errorResponses(write),
      schemas: components,
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The access token of POST /api/v1/auth/login, valid for 15 minutes (RFC 6750): a JWT signed by EdDSA and checked as RFC8725 says',
        },
        apiKey: {
          type: 'oauth2',
          description:
            'An access token that a system of the company gets with its API key (RFC 6749 §4.4), valid for 15 minutes: a JWT as above, checked as RFC8725 says',
          flows: { clientCredentials: { tokenUrl: '/api/v1/auth/token', scopes: scopeTexts(groups) } },
        },
      },
    },
  }
}

/** Descriptions of the scopes of API keys. */
const scopeTexts = (groups: Groups): Record<string, string> =>
  Object.fromEntries(
    scopesOf(Object.values(groups).flatMap(({ routes }) => routes)).map((scope) => {
      const [noun = '', verb = ''] = scope.split(':')
      return [scope, `${scopeVerbs[verb]} ${noun.replaceAll('-', ' ')}`]
    }),
  )
const scopeVerbs: Record<string, string> = {
  read: 'Read',
  write: 'Create, change and delete',
  reveal: 'Show in full',
}

/** The response schemas of records with versions: those that some route changes under If-Match. */
const versionedReplies = (groups: Groups) =>
  new Set(
    Object.values(groups).flatMap(({ routes }) =>
      routes.filter((route) => takesIfMatch(route) && route.method !== 'DELETE').map(({ reply }) => reply),
    ),
  )

const controlAbout = {
  'webhook.ping': 'The service asks whether the URL of a webhook is yours',
  'webhook.test': 'A manager tries the webhook',
}
const webhookEvents = [
  ...feedTypeNames.map((type) => ({ type, about: feedTypes[type].about, schema: schemaName(type) })),
  ...controlTypes.map((type) => ({ type, about: controlAbout[type], schema: 'WebhookControlEvent' })),
]
const webhookHeaders = Object.entries({
  'webhook-id': ['The id of the event; the same for each attempt', exampleIds.event],
  'webhook-timestamp': ['When it was sent, in seconds since 1970', '1795426200'],
  'webhook-signature': [
    '`v1,` and the signature in base64; several, separated by spaces, while a secret is replaced',
    'v1,K5oZ…',
  ],
}).map(([name, [description, example]]) => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
}))

/** The payloads of webhooks, by type of event (OpenAPI 3.1 §4.8.2; Standard Webhooks). */
function webhooks(): Json {
  return Object.fromEntries(
    webhookEvents.map(({ type, about, schema }) => [
      type,
      {
        post: {
          operationId: `on${schemaName(type)}`,
          tags: [tags.webhooks?.name],
          summary: about,
          description: 'Answer with 2xx within 10 seconds. Other answers are retried for about three days.',
          security: [],
          parameters: webhookHeaders,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
          },
          responses: { 204: { description: 'Received' } },
        },
      },
    ]),
  )
}
