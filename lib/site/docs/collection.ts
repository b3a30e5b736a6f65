import { document, operations, type Operation } from './document.ts'
import { hasSamples, sampleOf } from './operation.ts'
import { hashedName } from '../hashed-name.ts'
import { defaultOrigin } from './samples/request.ts'

/**
 * The API as a collection of Postman (Collection Format 2.1), which Bruno, Insomnia and Hoppscotch import too: a folder for
 * each tag with the request of each operation. Requests contain ids as variables, which the responses of others set.
 */
export function collection(): object {
  const requests = operations.filter(hasSamples)
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: saveVariables.split('\n') } }],
    variable: [
      { key: 'baseUrl', value: defaultOrigin },
      { key: 'token', value: '', description: 'Set by registering and signing in' },
      ...[...new Map(requests.flatMap(idsIn))].map(([key, value]) => ({ key, value })),
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(itemOf),
    })),
  }
}

function itemOf(operation: Operation): object {
  const { method, path, summary, description, needsToken, body } = operation
  const query = operation.parameters.filter((one) => one.in === 'query')
  return {
    name: summary,
    request: {
      method,
      description,
      ...(needsToken ? {} : { auth: { type: 'noauth' } }),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}${withVariables(path)}`,
        host: ['{{baseUrl}}'],
        path: withVariables(path).slice(1).split('/'),
        query: query.map(({ name: key, example, description, required = false }) => ({
          key,
          value: `${example ?? ''}`,
          description,
          disabled: !required,
        })),
      },
      ...(body && {
        body: { mode: 'raw', raw: bodyWithVariables(operation), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

/** `shipment_id` for the `id` of /api/v1/shipments/{id}. */
const variableOf = (name: string, path: string) => (name === 'id' ? `${nounBefore(path, '/{id}')}_id` : name)
const nounBefore = (path: string, end: string) =>
  (path.split(end)[0]?.split('/').at(-1) ?? '').replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_')
const withVariables = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${variableOf(name, path)}}}`)

/** The variables of an operation's path and body, with the values of the document's examples. */
function idsIn(operation: Operation): [string, unknown][] {
  const { path } = operation
  const { params, body } = sampleOf(operation)
  return [
    ...Object.entries(params).map(([name, value]): [string, unknown] => [variableOf(name, path), value]),
    ...Object.entries(body ?? {}).filter(isId),
  ]
}
const isId = ([name, value]: [string, unknown]) => name.endsWith('_id') && typeof value === 'string'

/** The example with variables as the ids of other records. */
function bodyWithVariables(operation: Operation): string {
  const entries = Object.entries(sampleOf(operation).body ?? {}).map((field) =>
    isId(field) ? [field[0], `{{${field[0]}}}`] : field,
  )
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

/** Runs in Postman after each response: keeps the token, and the id of the record, or of the first of a list. */
const saveVariables = `const json = (pm.response.headers.get('Content-Type') ?? '').includes('application/json')
const value = json && pm.response.code < 300 ? pm.response.json() : {}
const record = (Array.isArray(value) ? value[0] : value) ?? {}
const nouns = pm.request.url.path.filter((part) => /^[a-z][a-z-]*$/.test(part))
const noun = nouns.at(-1).replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_')
const found = { token: record.access_token, tracking_id: record.tracking_id, [noun + '_id']: record.id }
for (const [name, one] of Object.entries(found)) if (one) pm.collectionVariables.set(name, one)`

const text = JSON.stringify(collection(), undefined, 2)
/** The collection as a file of the site. */
export const collectionFile = { name: hashedName('collection.json', text), text }
