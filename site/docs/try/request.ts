import { accessToken } from './session.ts'
import { rememberIds } from './ids.ts'

/** An operation as its section describes it (lib/site/docs/operation.ts). */
export interface TryRequest {
  method: string
  path: string
  needsToken: boolean
  /** `values` are those of an enumeration. */
  parameters: {
    name: string
    place: 'path' | 'query' | 'header'
    required: boolean
    example?: string
    values?: string[]
  }[]
  body?: string
}

/** The values of a form, by the names of parameters. */
export interface Values {
  parameters: ReadonlyMap<string, string>
  body?: string
}

export interface Answer {
  status: string
  milliseconds: number
  headers: [name: string, value: string][]
  /** The command that sends the same request. */
  curl: string
  /** Text, formatted if it is JSON; or a file. */
  content: string | Blob
}

/** Sends a request to the service that serves the page. Throws what fetch throws. */
export async function sendRequest(request: TryRequest, values: Values): Promise<Answer> {
  const token = request.needsToken ? await accessToken() : undefined
  const started = performance.now()
  const sent = inputOf(request, values, token)
  let response = await sendOnce(request, sent, values.body)
  // An access token lasts 15 minutes.
  if (response.status === 401 && token !== undefined)
    response = await sendOnce(request, inputOf(request, values, await accessToken(token)), values.body)
  const milliseconds = Math.round(performance.now() - started)
  return {
    status:
      response.type === 'opaqueredirect' ? 'A redirect' : `${response.status} ${response.statusText}`.trim(),
    milliseconds,
    headers: [...response.headers],
    curl: curlOf({ ...sent, method: request.method }, values.body),
    content: await contentOf(response, request.path),
  }
}

function inputOf(request: TryRequest, { parameters, body }: Values, token: string | undefined) {
  const url = new URL(
    request.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters.get(name) ?? '')),
    location.origin,
  )
  const headers = new Headers(token === undefined ? {} : { Authorization: `Bearer ${token}` })
  for (const { name, place } of request.parameters) {
    const value = parameters.get(name)
    if (value === undefined || value === '') continue
    if (place === 'query') url.searchParams.set(name, value)
    if (place === 'header') headers.set(name, value)
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return { url, headers }
}

/** A redirect leads to an identity provider, to which the pages may not connect. */
const sendOnce = (
  { method }: TryRequest,
  { url, headers }: ReturnType<typeof inputOf>,
  body: string | undefined,
): Promise<Response> => fetch(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })

async function contentOf(response: Response, path: string): Promise<string | Blob> {
  const type = response.headers.get('Content-Type') ?? ''
  if (/^image|pdf/.test(type)) return response.blob()
  const text = await response.text()
  if (!type.includes('json')) return text
  const value: unknown = JSON.parse(text)
  if (response.ok) rememberIds(path, value)
  return JSON.stringify(value, null, 2)
}

/** The command that sends a request. The token is a variable, so that it can be shared. */
function curlOf(
  { url, method, headers }: { url: URL; method: string; headers: Headers },
  body: string | undefined,
): string {
  const shown = [...headers].map(([name, value]) =>
    name === 'authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url.href)}`,
    ...shown,
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
