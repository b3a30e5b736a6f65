import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Operations of the API that no page of the staff calls, with the reason. */
const leftOut: Record<string, string> = {
  'GET /': 'of the service',
  'GET /openapi.json': 'for programs',
  'GET /asyncapi.json': 'for programs',
  'GET /.well-known/jwks.json': 'for programs',
  'POST /api/v1/auth/token': 'for programs: an API key signs in',
  'GET /api/v1/track/{tracking_id}': 'of the public page, to which a shipment has a link',
  'GET /api/v1/notices/{notice_token}/stop': 'for the readers of notices',
  'POST /api/v1/notices/{notice_token}/stop': 'for the readers of notices',
  'POST /api/v1/notices/{notice_token}/start': 'for the readers of notices',
  'GET /api/v1/events': 'for programs: the console receives events by WebSocket',
  'GET /api/v1/scans/{id}': 'a row of the list has all of it',
  'GET /api/v1/scans/entity/{entity_type}/{entity_id}': 'the timeline of a package has them',
  'GET /api/v1/flights/search': 'the list of flights has the same filters',
  'GET /api/v1/imports/{id}': 'a row of the list has all of it',
  'POST /api/v1/packages/{id}/photo-upload': 'for photos above 4 MB, which cameras of an app take',
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': 'a row of the list has the last attempt',
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const { paths } = JSON.parse(readFileSync('functions/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
}
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((method) => methods.includes(method))
    .map((method) => `${method.toUpperCase()} ${path}`),
)
const sources = globSync('site/{console,staff,work}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
/** The calls in the pages' sources, such as `api.GET('/api/v1/bags/{id}'`; `${kind}` may be any part of a path. */
const calls = [...sources.join('\n').matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*['`](\/[^'`]+)['`]/g)].map(
  ([, method, path = '']) =>
    new RegExp(
      `^${method} ${path
        .replace(/\$\{\w+\}/g, '§')
        .replace(/[{}.]/g, '\\$&')
        .replace(/§/g, '[\\w-]+')}$`,
    ),
)

test('the console and the phone app call every operation of the API that a person needs', () => {
  const uncalled = operations.filter((operation) => !calls.some((call) => call.test(operation)))
  expect(uncalled.toSorted()).toEqual(Object.keys(leftOut).toSorted())
})

test('every call of a page is an operation of the API', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter((call) => !operations.some((operation) => call.test(operation)))).toEqual([])
})
