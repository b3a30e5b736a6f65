import { managedRules } from './managed-rules.ts'
import type { EdgeRequest } from './request.ts'

// Statements as they are in a template (AWS::WAFv2::WebACL). What is not in these types is refused.
interface ManagedStatement {
  ManagedRuleGroupStatement: {
    Name: string
    RuleActionOverrides?: { Name: string; ActionToUse: { Count?: object } }[]
    ScopeDownStatement?: Statement
  }
}
type Statement =
  | ManagedStatement
  | { RateBasedStatement: { Limit: number; EvaluationWindowSec: number } }
  | { AndStatement: { Statements: Statement[] } }
  | { OrStatement: { Statements: Statement[] } }
  | { NotStatement: { Statement: Statement } }
  | { LabelMatchStatement: { Scope: 'NAMESPACE' | 'LABEL'; Key: string } }
  | { ByteMatchStatement: { SearchString: string; PositionalConstraint: string; FieldToMatch: object } }

export interface Acl {
  DefaultAction: { Allow?: object }
  Rules: { Name: string; Priority: number; Action?: { Block?: object }; Statement: Statement }[]
}

/** The name of the rule that blocks a request, or undefined, and the names of the rules that only counted it. */
export function evaluate({ Rules, DefaultAction }: Acl, request: EdgeRequest) {
  if (!DefaultAction.Allow) throw new Error('This model is of a firewall that allows by default')
  const labels = new Set<string>()
  const counted: string[] = []
  for (const { Name, Action, Statement } of Rules.toSorted((a, b) => a.Priority - b.Priority)) {
    if ('ManagedRuleGroupStatement' in Statement) {
      const blockedBy = evaluateGroup(Statement, request, labels, counted)
      if (blockedBy !== undefined) return { blockedBy, counted }
    } else if (matches(Statement, request, labels)) {
      if (!Action?.Block) throw new Error(`The action of ${Name} is not modelled`)
      return { blockedBy: Name, counted }
    }
  }
  return { blockedBy: undefined, counted }
}

/** Adds the labels of the matching rules; returns the name of the first that blocks. */
function evaluateGroup(
  { ManagedRuleGroupStatement: group }: ManagedStatement,
  request: EdgeRequest,
  labels: Set<string>,
  counted: string[],
): string | undefined {
  const { Name, RuleActionOverrides = [], ScopeDownStatement } = group
  if (ScopeDownStatement && !matches(ScopeDownStatement, request, labels)) return undefined
  const counting = RuleActionOverrides.filter(({ ActionToUse }) => ActionToUse.Count).map((one) => one.Name)
  for (const [name, rule] of Object.entries(managedRules)) {
    if (rule.group !== Name || !rule.matches(request)) continue
    labels.add(rule.label)
    if (!counting.includes(name)) return name
    counted.push(name)
  }
  return undefined
}

function matches(statement: Statement, request: EdgeRequest, labels: ReadonlySet<string>): boolean {
  const inner = (one: Statement) => matches(one, request, labels)
  if ('RateBasedStatement' in statement) return request.recent > statement.RateBasedStatement.Limit
  if ('AndStatement' in statement) return statement.AndStatement.Statements.every(inner)
  if ('OrStatement' in statement) return statement.OrStatement.Statements.some(inner)
  if ('NotStatement' in statement) return !inner(statement.NotStatement.Statement)
  if ('LabelMatchStatement' in statement) {
    const { Scope, Key } = statement.LabelMatchStatement
    return [...labels].some((label) => (Scope === 'NAMESPACE' ? label.startsWith(Key) : label === Key))
  }
  if ('ByteMatchStatement' in statement) {
    const { SearchString, PositionalConstraint, FieldToMatch } = statement.ByteMatchStatement
    if (!('UriPath' in FieldToMatch)) throw new Error('Only the path is modelled')
    if (PositionalConstraint === 'STARTS_WITH') return request.path.startsWith(SearchString)
    if (PositionalConstraint === 'EXACTLY') return request.path === SearchString
  }
  throw new Error(`Not modelled: ${JSON.stringify(statement)}`)
}
