import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import type { Route } from '../../shared/http/route.ts'

/** What each kind of row does with the table (see shared/http/answer.ts and shared/db/store.ts). */
const actionsOf = ({ kind, access, limit, method }: Route) => [
  // A public read has a limit where it reads the table, and none where it has nothing to read.
  ...(access === 'tenant' || limit ? ['GetItem'] : []),
  ...(access === 'tenant' || (limit && kind === 'read') ? ['BatchGetItem'] : []),
  ...(access === 'tenant' || (limit && kind === 'read') ? ['Query'] : []),
  ...(kind === 'decide' || kind === 'act' ? ['PutItem', 'UpdateItem'] : []),
  ...(method === 'DELETE' ? ['DeleteItem'] : []),
  ...(limit ? ['UpdateItem'] : []),
]

/** Lets a function do with the table what its routes do, and nothing more. */
export function grantTable(table: TableV2, to: IGrantable, routes: readonly Route[]) {
  const actions = new Set(routes.flatMap(actionsOf))
  if (actions.size > 0) table.grant(to, ...[...actions].sort().map((action) => `dynamodb:${action}`))
}
