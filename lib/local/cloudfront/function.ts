import { runInNewContext } from 'node:vm'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { attribute } from '../cloudformation/names.ts'

interface ViewerRequestInput {
  method: string
  uri: string
  headers: Record<string, string>
  ip: string
}
/** Returns the path that the request continues with. */
export type ViewerRequest = (request: ViewerRequestInput) => string

/** The part of CloudFront's event that describes the request (CloudFront developer guide, "Event structure"). */
interface ViewerEvent {
  version: '1.0'
  context: { eventType: 'viewer-request' }
  viewer: { ip: string }
  request: { method: string; uri: string; headers: Record<string, { value: string }> }
}

/**
 * Runs the code of the CloudFront function with this ARN. It may change the request's path, but not return a response.
 * Throws StartupError if the templates do not contain it.
 */
export function viewerRequestOf(assembly: Assembly, arn: unknown): ViewerRequest {
  const found = resourcesOf(assembly, 'AWS::CloudFront::Function').find(
    (resource) => attribute(resource, 'FunctionARN') === arn,
  )
  if (!found)
    throw new StartupError(`The distribution uses function ${String(arn)}, which the app does not have.`)
  const handler = runInNewContext(`${String(found.properties['FunctionCode'])}\nhandler`) as (
    event: ViewerEvent,
  ) => { uri?: string }
  return ({ method, uri, headers, ip }) => {
    const named = Object.entries(headers).map(([name, value]) => [name, { value }])
    const result = handler({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip },
      request: { method, uri, headers: Object.fromEntries(named) as ViewerEvent['request']['headers'] },
    })
    return result.uri ?? uri
  }
}
