import type { ApiStack } from '../api/stack.ts'
import type { DataStack } from '../data/stack.ts'
import type { FirewallStack } from '../edge/firewall.ts'
import type { EdgeStack } from '../edge/stack.ts'

/** The stacks that alarms and the dashboard observe. */
export interface MonitoredStacks {
  api: ApiStack
  data: DataStack
  edge: EdgeStack
  firewall: FirewallStack
}
