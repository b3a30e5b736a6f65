import { globSync, readFileSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { readAssembly, resourcesOf } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { secretArn } from '../../../lib/local/cloudformation/names.ts'
import { distributionOf } from '../../../lib/local/cloudfront/distribution.ts'
import { edge } from '../../../lib/local/cloudfront/edge.ts'
import { parseRequest, proxyEvent } from '../../../lib/local/http/request.ts'
import {
  formerViewerAddressHeader,
  originSecretHeader,
  viewerAddressHeader,
} from '../../../shared/http/address.ts'
import { sessionCookieHeader, sessionCookieName } from '../../../shared/http/headers.ts'
import { caller, freshAddress } from '../../support/api/client.ts'
import { localCloud } from '../../support/suite/local-cloud.ts'

// What functions get of a request, through the distribution of the deployed template. The origin records it.
const assembly = readAssembly(inject('assembly'))
const secrets = new Set(resourcesOf(assembly, 'AWS::SecretsManager::Secret').map(secretArn))
const secretOf = (arn: string) => (secrets.has(arn) ? '{"1":"the edge’s key"}' : undefined)
const behaviours = distributionOf(assembly, intrinsics(assembly, { api: 'http://origin.example' }), secretOf)
const viewerIp = '198.51.100.7'

/** The headers and cookies in the event of the function that answers a request. */
async function arriving(target: string, headers: Record<string, string>, method = 'GET') {
  const route = { apiId: '', stage: '', requestId: '', routeKey: '', pathParameters: {} }
  let event: ReturnType<typeof proxyEvent> | undefined
  const { handle } = edge(behaviours, (request) => {
    event = proxyEvent(parseRequest(request)!, Buffer.from(''), route)
    return Promise.resolve({ statusCode: 200, headers: {}, body: '' })
  })
  const rawHeaders = Object.entries({ Host: 'edge.example', ...headers }).flat()
  await handle({ method, target, rawHeaders, httpVersion: '1.1', sourceIp: viewerIp }, () =>
    Promise.resolve(Buffer.from('')),
  )
  return event!
}

/** Header names that the code reads of requests: `headers['…']`, `headers.…`, destructured, and by their constants. */
function headersRead(): string[] {
  const files = [...globSync('shared/{http,auth}/**/*.ts'), 'functions/jobs/sockets.ts']
  const constants = {
    sessionCookieHeader,
    viewerAddressHeader,
    formerViewerAddressHeader,
    originHeader: originSecretHeader,
  } as Record<string, string>
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [
      ...[
        ...text.matchAll(
          /(?<![Rr]eply\.|result\.|response\.|\/)headers(?:\['([a-z-]+)'\]|\.([a-z]+)\b(?!\())/g,
        ),
      ].map(([, quoted, plain]) => quoted ?? plain!),
      ...[...text.matchAll(/headers\[(\w+)(?:\.toLowerCase\(\))?\]/g)].map(
        ([, name]) => constants[name!] ?? name!,
      ),
      ...[...text.matchAll(/const \{ ([^}]*) \} = headers$/gm)].flatMap(([, names]) =>
        names!.split(', ').map((name) => /^'?([a-z-]+)/.exec(name)![1]!),
      ),
    ]
  })
  return [...new Set(found.map((name) => name.toLowerCase()))].sort()
}

const asSent = (value: string) => ({ sent: value, arrives: value })
const forged = (value: string, arrives: string | undefined) => ({ sent: value, arrives })
/** What a client sends in each header that the code reads, and what the function gets. */
const delivered: Record<string, { sent: string; arrives: string | undefined }> = {
  accept: asSent('application/problem+json'),
  'accept-encoding': asSent('gzip, br'),
  'accept-language': asSent('ka-GE,ka;q=0.9'),
  authorization: asSent('Bearer eyJ'),
  'content-encoding': asSent('identity'),
  'content-type': asSent('application/json'),
  'idempotency-key': asSent('8c21'),
  'if-match': asSent('"1"'),
  'if-none-match': asSent('"2"'),
  origin: asSent('https://edge.example'),
  'refresh-token-cookie': asSent('session'),
  'sec-fetch-site': asSent('same-origin'),
  'user-agent': asSent('Mozilla/5.0'),
  host: forged('edge.example', 'origin.example'),
  'x-origin-secret': forged('mine', 'the edge’s key'),
  'x-viewer-address': forged('203.0.113.9', viewerIp),
  // It counts only without the header above, which always arrives.
  'cloudfront-viewer-address': asSent('203.0.113.9:1'),
}
const sent = Object.fromEntries(Object.entries(delivered).map(([name, { sent }]) => [name, sent]))

describe('a header that the code reads', () => {
  test('is one of those whose delivery is tested', () => {
    expect(headersRead()).toEqual(Object.keys(delivered).sort())
  })

  test.each(['/api/v1/auth/refresh', '/auth/email/verify', '/api/v1/shipments?limit=2', '/ws'])(
    'arrives at %s as CloudFront delivers it',
    async (target) => {
      const { headers } = await arriving(target, sent, 'POST')
      for (const [name, { arrives }] of Object.entries(delivered)) expect(headers[name], name).toBe(arrives)
    },
  )

  test('of a tracking request arrives only if it is the edge’s: the response is cached for everyone', async () => {
    const { headers, rawQueryString, cookies } = await arriving('/api/v1/track/TRK-1?a=1', {
      ...sent,
      cookie: 'a=1',
    })
    expect(Object.keys(delivered).filter((name) => headers[name] !== undefined)).toEqual([
      'accept-encoding',
      'user-agent',
      'host',
      'x-origin-secret',
      'x-viewer-address',
    ])
    expect(headers).toMatchObject({
      'accept-encoding': 'br,gzip',
      'user-agent': 'Amazon CloudFront',
      'x-viewer-address': viewerIp,
    })
    expect([rawQueryString, cookies]).toEqual(['', undefined])
  })
})

describe('a request to the API', () => {
  test('keeps its query and cookies, and without User-Agent has none', async () => {
    const cookie = `theme=dark; ${sessionCookieName}=token`
    const event = await arriving('/api/v1/auth/refresh?a=1&b=', { cookie })
    expect(event.cookies).toEqual(['theme=dark', `${sessionCookieName}=token`])
    expect(event.rawQueryString).toBe('a=1&b=')
    expect(event.headers['user-agent']).toBeUndefined()
  })

  test.each([
    ['/api/v1/shipments/', '/api/v1/shipments'],
    ['/api/v1/shipments/8c21/?limit=2&q=a/', '/api/v1/shipments/8c21'],
    ['/api/v1/track/TRK-1/', '/api/v1/track/TRK-1'],
    ['/.well-known/jwks.json/', '/.well-known/jwks.json'],
    ['/', '/'],
  ])('to %s arrives at %s', async (target, path) => {
    expect((await arriving(target, {})).rawPath).toBe(path)
  })

  test('at a path with a slash at its end keeps its method, query, headers and cookies', async () => {
    const event = await arriving('/api/v1/shipments/8c21/?a=1&b=', { 'If-Match': '"3"', Cookie: 'a=1' }, 'PUT')
    expect(event.requestContext.http.method).toBe('PUT')
    expect([event.rawQueryString, event.headers['if-match'], event.cookies]).toEqual(['a=1&b=', '"3"', ['a=1']])
  })

  test('gets the headers of CloudFront, and loses those of the connection and of proxies', async () => {
    const { headers } = await arriving('/api/v1/shipments', {
      Via: '1.1 proxy.example',
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'gopher',
      'X-Real-IP': '203.0.113.9',
      'X-Edge-Location': 'forged',
      'X-Amz-Cf-Id': 'forged',
      'Proxy-Authorization': 'Basic x',
      TE: 'trailers',
      Connection: 'x-other',
    })
    expect(headers).toMatchObject({
      via: expect.stringMatching(/^1\.1 proxy\.example, 1\.1 \S+ \(CloudFront\)$/),
      'x-forwarded-for': `203.0.113.9, ${viewerIp}, ${viewerIp}`,
      'x-amz-cf-id': expect.not.stringContaining('forged'),
    })
    for (const name of ['x-real-ip', 'x-edge-location', 'proxy-authorization', 'te', 'connection'])
      expect(headers[name], name).toBeUndefined()
    expect(headers['x-forwarded-proto']).not.toBe('gopher')
  })

  test.each(['X-VIEWER-ADDRESS', 'x-viewer-address', 'CloudFront-Viewer-Address', 'X-Forwarded-For'])(
    'counts for its own address, whatever it sends as %s',
    async (name) => {
      const call = caller(freshAddress(), localCloud())
      const limitsOf = async () => {
        const limits = []
        for (const address of ['', '203.0.113.1', '203.0.113.2:1', '::1']) {
          const headers = { ...(address !== '' && { [name]: address }), [originSecretHeader]: 'x' }
          const answer = await call('GET /api/v1/auth/oauth/google', { headers, contract: false })
          const [, remaining, reset] = /;r=(\d+);t=(\d+)/.exec(answer.headers.ratelimit ?? '') ?? []
          limits.push({ remaining: Number(remaining), reset: Number(reset) })
        }
        return limits
      }
      let limits = await limitsOf()
      // A minute has ended, and with it the limit.
      if (limits.some(({ reset }, n) => reset > limits[0]!.reset && n > 0)) limits = await limitsOf()
      const first = limits[0]!.remaining
      expect(limits.map(({ remaining }) => remaining)).toEqual([first, first - 1, first - 2, first - 3])
    },
  )
})
