import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, inject, test } from 'vitest'
import { collection } from '../../lib/site/docs/collection.ts'

interface Request {
  method: string
  header: { key: string; value: string }[]
  url: { raw: string }
  auth?: { type: 'noauth' }
  body?: { raw: string }
}
const { variable, item, event } = collection() as {
  variable: { key: string; value: string }[]
  item: { item: { request: Request }[] }[]
  event: [{ script: { exec: string[] } }]
}
const requests = item.flatMap((folder) => folder.item).map(({ request }) => request)
const keyOf = ({ method, url }: Request) => `${method} ${url.raw.replace('{{baseUrl}}', '')}`

/** Sends requests of the collection as Postman does: variables are replaced, and the script runs after each. */
function runner() {
  const values = new Map([
    ...variable.map(({ key, value }) => [key, value] as const),
    ['baseUrl', inject('url')],
  ])
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? '')
  return async (key: string, fields: object = {}): Promise<any> => {
    const request = requests.find((one) => keyOf(one) === key)!
    const headers = new Headers(request.header.map(({ key, value }) => [key, value]))
    if (!request.auth) headers.set('authorization', filled('Bearer {{token}}'))
    const body = request.body && { ...JSON.parse(filled(request.body.raw)), ...fields }
    const url = filled(request.url.raw)
    const { method } = request
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    expect(response.ok, `${key}: ${response.status} ${text}`).toBe(true)
    const pm = {
      request: { url: { path: new URL(url).pathname.slice(1).split('/') } },
      response: { headers: response.headers, code: response.status, json: () => JSON.parse(text) },
      collectionVariables: { set: (name: string, value: string) => values.set(name, value) },
    }
    runInNewContext(event[0].script.exec.join('\n'), { pm })
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }
}

test('requests of the collection, sent in their order, book, pack and follow a parcel', async () => {
  const send = runner()
  await send('POST /api/v1/auth/register', { email: `reader-${randomUUID()}@example.com` })
  const shipment = await send('POST /api/v1/shipments')
  await send('POST /api/v1/shipments/{{shipment_id}}/packages')
  expect(await send('GET /api/v1/packages/{{package_id}}/label')).toContain('PDF')
  await send('POST /api/v1/bags')
  const bag = await send('POST /api/v1/bags/{{bag_id}}/packages/{{package_id}}')
  expect(bag.total_packages).toBe(1)
  const { tracking_id } = await send('GET /api/v1/track/{{tracking_id}}')
  expect(tracking_id).toBe(shipment.tracking_id)
})

test('every variable of a request has a value', () => {
  const used = JSON.stringify([item, '{{token}}']).match(/(?<=\{\{)\w+(?=\}\})/g)
  expect([...new Set(used)].sort()).toEqual(variable.map(({ key }) => key).sort())
})
