import { runInNewContext } from 'node:vm'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { attribute } from '../cloudformation/names.ts'
import type { HttpResponse } from '../http/response.ts'

interface ViewerRequestInput {
  method: string
  uri: string
  headers: Record<string, string>
  ip: string
}
/** Returns the path and headers that the request continues with, or the response. */
export type ViewerRequest = (
  request: ViewerRequestInput,
) => Pick<ViewerRequestInput, 'uri' | 'headers'> | HttpResponse

/** Headers that functions neither see nor may add (CloudFront developer guide, "Restrictions on all edge functions"). */
const disallowed =
  /^(connection|expect|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-amzn-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/
export const isDisallowed = (name: string): boolean => disallowed.test(name)
/** Headers that functions of viewer requests may only read (the same). */
const readOnly = ['cdn-loop', 'content-length', 'host', 'transfer-encoding', 'via']

type Fields = Record<string, { value: string }>

/** The part of CloudFront's event that describes the request (CloudFront developer guide, "Event structure"). */
interface ViewerEvent {
  version: '1.0'
  context: { eventType: 'viewer-request' }
  viewer: { ip: string }
  request: { method: string; uri: string; headers: Fields }
}
/** The request that continues, or a response (the same, "Function code examples"). */
interface ViewerResult {
  uri?: string
  statusCode?: number
  headers?: Fields
}

/**
 * Runs the code of the CloudFront function with this ARN. It may change the request's path and headers, or return a response
 * without a body; a change that CloudFront refuses is a 502. Throws StartupError if the templates do not contain it.
 */
export function viewerRequestOf(assembly: Assembly, arn: unknown): ViewerRequest {
  const found = resourcesOf(assembly, 'AWS::CloudFront::Function').find(
    (resource) => attribute(resource, 'FunctionARN') === arn,
  )
  if (!found)
    throw new StartupError(`The distribution uses function ${String(arn)}, which the app does not have.`)
  const handler = runInNewContext(`${String(found.properties['FunctionCode'])}\nhandler`) as (
    event: ViewerEvent,
  ) => ViewerResult
  return ({ method, uri, headers, ip }) => {
    const result = handler({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip },
      request: { method, uri, headers: valuesOf(headers) },
    })
    const returned = textsOf(result.headers ?? {})
    if (result.statusCode !== undefined) return { statusCode: result.statusCode, headers: returned, body: '' }
    const isRefused =
      Object.keys(returned).some((name) => isDisallowed(name) || name !== name.toLowerCase()) ||
      readOnly.some((name) => returned[name] !== headers[name])
    if (isRefused) return { statusCode: 502, headers: {}, body: '' }
    return { uri: result.uri ?? uri, headers: returned }
  }
}

const valuesOf = (headers: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]))
const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
