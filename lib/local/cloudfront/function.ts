import { runInNewContext } from 'node:vm'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { attribute } from '../cloudformation/names.ts'

interface Viewed {
  method: string
  uri: string
  headers: Record<string, string>
  ip: string
}
/** Gives the path that a request goes on with. */
export type ViewerRequest = (request: Viewed) => string

/** As much of CloudFront's event as says what was asked (CloudFront developer guide, "Event structure"). */
interface ViewerEvent {
  version: '1.0'
  context: { eventType: 'viewer-request' }
  viewer: { ip: string }
  request: { method: string; uri: string; headers: Record<string, { value: string }> }
}

/**
 * The CloudFront function with this ARN, run by its own code. Here it may change a request's path, not answer it.
 * Throws StartupError where the templates have none.
 */
export function viewerRequestOf(assembly: Assembly, arn: unknown): ViewerRequest {
  const found = resourcesOf(assembly, 'AWS::CloudFront::Function').find(
    (resource) => attribute(resource, 'FunctionARN') === arn,
  )
  if (!found) throw new StartupError(`The distribution runs ${String(arn)}, which the app does not have.`)
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
