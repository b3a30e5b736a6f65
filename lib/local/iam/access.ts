import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { deployersOf } from './deployers.ts'
import { functionArn, physicalName } from '../cloudformation/names.ts'
import { judge, statementOf, type Asked, type RawStatement, type Statement } from './policy.ts'

/** A caller, identified by the session token of its credentials. */
export interface Caller {
  /** The function's name. */
  name: string
  /** What its role's policies say; undefined where the template gives it no role, and it may do anything. */
  statements: readonly Statement[] | undefined
}

/** A call that was judged. */
export interface AccessDecision extends Asked {
  caller: string
  /** The statements that allow it; none where it is refused. */
  by: readonly Statement[]
}

/** Who may do what on this machine: functions what their roles say, and everybody else, who owns this machine, anything. */
export interface AccessControl {
  knows(token: string | undefined): boolean
  /** Why a call is refused, if it is. */
  refusal(token: string | undefined, asked: Asked): string | undefined
  /** Whether a call would be allowed that was not made: it is heard of only if so. */
  wouldAllow(token: string | undefined, asked: Asked): boolean
}

/** `heard` hears of each call of a function. */
export function accessFor(
  callers: ReadonlyMap<string, Caller>,
  onDecision: (call: AccessDecision) => void = () => undefined,
): AccessControl {
  const decide = (token: string | undefined, asked: Asked) => {
    const { name, statements } = callers.get(token ?? '') ?? {}
    if (name === undefined || !statements) return undefined
    return { ...asked, caller: name, by: judge(statements, asked).by }
  }
  return {
    knows: (token) => callers.has(token ?? ''),
    refusal(token, asked) {
      const call = decide(token, asked)
      if (!call) return undefined
      onDecision(call)
      if (call.by.length > 0) return undefined
      return `${call.caller} is not authorized to perform: ${asked.action} on resource: ${asked.resource}${wordsOf(asked)} because no identity-based policy allows it`
    },
    wouldAllow(token, asked) {
      const call = decide(token, asked)
      if (!call) return true
      if (call.by.length > 0) onDecision(call)
      return call.by.length > 0
    },
  }
}

const wordsOf = ({ context = {} }: Asked) =>
  Object.entries(context)
    .map(([key, values]) => ` (${key} ${values.join(', ')})`)
    .join('')

/** Access control without functions. */
export const ownersOnly = accessFor(new Map())

/** The functions of the templates by a session token for each. Managed policies of AWS are not looked at: they let write logs. */
export function callersOf(assembly: Assembly, resolve: Resolve): Map<string, Caller> {
  const deployers = deployersOf(assembly, resolve)
  const functions = resourcesOf(assembly, 'AWS::Lambda::Function').filter(
    (resource) => !deployers.has(functionArn(resource)),
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

/** What the policies of a role say, which is given by its ARN. */
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
