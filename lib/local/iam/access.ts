import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { deploymentFunctionsOf } from './deployers.ts'
import { functionArn, physicalName } from '../cloudformation/names.ts'
import { evaluate, statementOf, type AccessRequest, type RawStatement, type Statement } from './policy.ts'

/** A caller, identified by the session token of its credentials. */
export interface Caller {
  /** The function's name. */
  name: string
  /** Policy statements of its role. undefined: the template defines no role, and everything is allowed. */
  statements: readonly Statement[] | undefined
}

/** An access decision about a call. */
export interface AccessDecision extends AccessRequest {
  caller: string
  /** The statements that allow the call; empty if it is denied. */
  allowedBy: readonly Statement[]
}

/** Access control of the local cloud. Functions need permissions in their roles; other callers may do anything. */
export interface AccessControl {
  isKnown(token: string | undefined): boolean
  /** The reason why a call is denied; undefined if it is allowed. */
  denialReason(token: string | undefined, request: AccessRequest): string | undefined
  /** True if another call would be allowed. `onDecision` is called only in this case. */
  wouldAllow(token: string | undefined, request: AccessRequest): boolean
}

/** `onDecision` is called for each call of a function that has a role. */
export function createAccessControl(
  callers: ReadonlyMap<string, Caller>,
  onDecision: (call: AccessDecision) => void = () => undefined,
): AccessControl {
  const decide = (token: string | undefined, request: AccessRequest) => {
    const { name, statements } = callers.get(token ?? '') ?? {}
    if (name === undefined || !statements) return undefined
    return { ...request, caller: name, allowedBy: evaluate(statements, request).allowedBy }
  }
  return {
    isKnown: (token) => callers.has(token ?? ''),
    denialReason(token, request) {
      const call = decide(token, request)
      if (!call) return undefined
      onDecision(call)
      if (call.allowedBy.length > 0) return undefined
      return `${call.caller} is not authorized to perform: ${request.action} on resource: ${request.resource}${describeContext(request)} because no identity-based policy allows it`
    },
    wouldAllow(token, request) {
      const call = decide(token, request)
      if (!call) return true
      if (call.allowedBy.length > 0) onDecision(call)
      return call.allowedBy.length > 0
    },
  }
}

const describeContext = ({ context = {} }: AccessRequest) =>
  Object.entries(context)
    .map(([key, values]) => ` (${key} ${values.join(', ')})`)
    .join('')

/** Access control without functions: everything is allowed. */
export const unrestrictedAccess = createAccessControl(new Map())

/** The functions in the templates, each by a new session token. AWS managed policies are ignored: they allow logging. */
export function callersOf(assembly: Assembly, resolve: Resolve): Map<string, Caller> {
  const deploymentFunctions = deploymentFunctionsOf(assembly, resolve)
  const functions = resourcesOf(assembly, 'AWS::Lambda::Function').filter(
    (resource) => !deploymentFunctions.has(functionArn(resource)),
  )
  return new Map(
    functions.map((resource) => {
      const name = physicalName(resource)
      const role = resource.properties['Role']
      const statements =
        role === undefined ? undefined : statementsOf(assembly, resolve, String(resolve(role, resource.stack)))
      return [randomUUID(), { name, statements }]
    }),
  )
}

interface Policy {
  Roles?: string[]
  PolicyDocument: { Statement: RawStatement | RawStatement[] }
}

/** The policy statements of a role, inline and attached. `role` is its ARN. */
function statementsOf(assembly: Assembly, resolve: Resolve, role: string): Statement[] {
  const name = role.split('/').at(-1) ?? ''
  const inline = resourcesOf(assembly, 'AWS::IAM::Role')
    .filter((resource) => physicalName(resource) === name)
    .flatMap(({ properties, stack }) => (resolve(properties['Policies'], stack) as Policy[] | undefined) ?? [])
  const attached = resourcesOf(assembly, 'AWS::IAM::Policy')
    .filter(({ properties, stack }) => (resolve(properties['Roles'], stack) as string[]).includes(name))
    .map(({ properties, stack }) => resolve(properties, stack) as Policy)
  return [...inline, ...attached].flatMap(({ PolicyDocument }) =>
    [PolicyDocument.Statement].flat().map(statementOf),
  )
}
