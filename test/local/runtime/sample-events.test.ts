import { expect, test } from 'vitest'
import * as z from 'zod'
import { matcher } from '../../../shared/http/routing/match.ts'
import { samples } from '../../support/local/samples.ts'

/** API Gateway developer guide, "Create AWS Lambda proxy integrations for HTTP APIs": payload format version 2.0. */
const Event = z.strictObject({
  version: z.literal('2.0'),
  routeKey: z.string(),
  rawPath: z.string(),
  rawQueryString: z.string(),
  cookies: z.array(z.string()).optional(),
  headers: z.record(z.string().lowercase(), z.string()),
  queryStringParameters: z.record(z.string(), z.string()).default({}),
  pathParameters: z.record(z.string(), z.string()).default({}),
  requestContext: z.strictObject({
    accountId: z.string(),
    apiId: z.string(),
    domainName: z.string(),
    domainPrefix: z.string(),
    http: z.strictObject({
      method: z.string(),
      path: z.string(),
      protocol: z.literal('HTTP/1.1'),
      sourceIp: z.ipv4(),
      userAgent: z.string(),
    }),
    requestId: z.string(),
    routeKey: z.string(),
    stage: z.literal('$default'),
    time: z.string().regex(/^\d\d\/[A-Z][a-z]{2}\/\d{4}(:\d\d){3} \+0000$/),
    timeEpoch: z.int(),
  }),
  body: z.string().optional(),
  isBase64Encoded: z.boolean(),
})

test.each(samples)(
  '$name is a complete event for a route of its function',
  ({ event: sample, routes, row }) => {
    const event = Event.parse(sample)
    const { http, routeKey, domainName, domainPrefix } = event.requestContext
    const match = matcher(routes).match(http.method, event.rawPath)
    expect(match?.route).toBe(row)
    expect(row?.key).toBe(event.routeKey)
    expect([routeKey, http.path, domainName]).toEqual([event.routeKey, event.rawPath, event.headers['host']])
    expect(domainName).toMatch(new RegExp(`^${domainPrefix}\\.`))
    expect(event.pathParameters).toEqual(match?.params)
    expect(event.queryStringParameters).toEqual(Object.fromEntries(new URLSearchParams(event.rawQueryString)))
  },
)
