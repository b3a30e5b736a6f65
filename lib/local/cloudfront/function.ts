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
/** Returns the path that the request continues with, or the response. */
export type ViewerRequest = (request: ViewerRequestInput) => string | HttpResponse

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
 * Runs the code of the CloudFront function with this ARN. It may change the request's path, or return a response without
 * a body. Throws StartupError if the templates do not contain it.
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
    const named = Object.entries(headers).map(([name, value]) => [name, { value }])
    const {
      statusCode,
      headers: answered = {},
      uri: path = uri,
    } = handler({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip },
      request: { method, uri, headers: Object.fromEntries(named) as Fields },
    })
    if (statusCode === undefined) return path
    const fields = Object.entries(answered).map(([name, { value }]) => [name, value])
    return { statusCode, headers: Object.fromEntries(fields) as Record<string, string>, body: '' }
  }
}
