import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopbackServer } from '../http/loopback-server.ts'
import type { AccessControl } from '../iam/access.ts'
import { toXml, type Content } from '../s3/xml.ts'
import type { Assembly } from './assembly.ts'
import { arn, reference, type Urls } from './names.ts'

/** API reference, "DescribeStackResources": only the first 100 resources. The same number is a page of the list. */
const pageSize = 100
const namespace = 'http://cloudformation.amazonaws.com/doc/2010-05-15/'

class CloudFormationError extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** An operation that the local CloudFormation implements. `resources` are those of the stack. */
interface Operation {
  parameters: readonly string[]
  handle(resources: readonly StackResource[], input: URLSearchParams): Content
}
type StackResource = ReturnType<typeof resourceOf>

/** The operations of the local CloudFormation. Any other is answered with 501 NotImplemented. */
export const operations: Readonly<Record<string, Operation | undefined>> = {
  DescribeStackResources: {
    parameters: ['LogicalResourceId'],
    handle(resources, input) {
      const id = input.get('LogicalResourceId')
      const found = resources.filter(({ LogicalResourceId }) => id === null || id === LogicalResourceId)
      return { StackResources: { member: found.slice(0, pageSize) } }
    },
  },
  ListStackResources: {
    parameters: ['NextToken'],
    handle(resources, input) {
      const start = Number(input.get('NextToken') ?? 0)
      const next = start + pageSize
      const page = resources.slice(start, next).map(({ Timestamp, ...resource }) => ({
        ...resource,
        LastUpdatedTimestamp: Timestamp,
      }))
      return {
        StackResourceSummaries: { member: page },
        NextToken: next < resources.length ? next : undefined,
      }
    },
  },
}

/**
 * A local CloudFormation that returns the resources of the assembly's stacks, on loopback, in the AWS Query protocol.
 * Functions need permissions in their roles, other clients do not.
 */
export function serveCloudFormation(assembly: Assembly, urls: Urls, access: AccessControl) {
  const startedAt = new Date().toISOString()

  async function execute(request: IncomingMessage): Promise<string> {
    const input = new URLSearchParams(await text(request))
    const name = input.get('Action') ?? ''
    const operation = operations[name]
    if (!operation) throw notImplemented(`the operation ${name}`)
    const known = ['Action', 'Version', 'StackName', ...operation.parameters]
    const unknown = [...input.keys()].find((one) => !known.includes(one))
    if (unknown !== undefined) throw notImplemented(`the parameter ${unknown} of ${name}`)
    const stack = input.get('StackName') ?? ''
    const denialReason = access.denialReason(request.headers['x-amz-security-token']?.toString(), {
      action: `cloudformation:${name}`,
      resource: stackArn(stack),
    })
    if (denialReason) throw new CloudFormationError('AccessDenied', denialReason, 403)
    if (!assembly.templates.has(stack))
      throw new CloudFormationError('ValidationError', `Stack with id ${stack} does not exist`)
    const resources = assembly.resources
      .filter((resource) => resource.stack === stack)
      .map((resource) => resourceOf(resource, urls, startedAt))
    return toXml(`${name}Response`, { [`${name}Result`]: operation.handle(resources, input) })
  }

  return loopbackServer((request, response) => {
    const respond = (status: number, document: string) =>
      response
        .writeHead(status, { 'content-type': 'text/xml' })
        .end(document.replace(/^<\w+/, `$& xmlns="${namespace}"`))
    execute(request).then(
      (document) => respond(200, document),
      (error: unknown) => {
        const { code, message, status } =
          error instanceof CloudFormationError
            ? error
            : new CloudFormationError('InternalFailure', String(error), 500)
        const Type = status === 500 ? 'Receiver' : 'Sender'
        respond(status, toXml('ErrorResponse', { Error: { Type, Code: code, Message: message } }))
      },
    )
  })
}

const stackArn = (name: string) => arn('cloudformation', `stack/${name}/local`)

/** A resource in the format of DescribeStackResources. */
const resourceOf = (resource: Assembly['resources'][number], urls: Urls, Timestamp: string) => ({
  StackName: resource.stack,
  StackId: stackArn(resource.stack),
  LogicalResourceId: resource.logicalId,
  PhysicalResourceId: reference(resource, urls),
  ResourceType: resource.type,
  Timestamp,
  ResourceStatus: 'CREATE_COMPLETE',
})

const notImplemented = (what: string) =>
  new CloudFormationError('NotImplemented', `The local CloudFormation does not implement ${what}.`, 501)
