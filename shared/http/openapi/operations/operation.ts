import type { RouteKey } from '../../routing/route.ts'

/** What readers of the reference need beyond the row of a route, which functions carry in their bundles. */
export interface OperationText {
  /** What it requires, what else it changes, and which events follow. */
  description: string
  /** Fields of the example response that the request or the operation determines, other than those of its body. */
  example?: Record<string, unknown>
}
export type OperationTexts = Partial<Record<RouteKey, OperationText>>
