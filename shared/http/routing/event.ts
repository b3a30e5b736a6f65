import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { HttpRequest } from './request.ts'
import type { AuthorizedRequest } from './match.ts'
import type { Match } from './match.ts'

/** The gateway's event with what the middlewares add. */
export type Event = Omit<APIGatewayProxyEventV2, 'body'> & {
  body?: unknown
  /** As `performance.now()` says. */
  startedAt: number
  call: HttpRequest
  match?: Match | undefined
  admitted?: AuthorizedRequest
}
export type Result = APIGatewayProxyStructuredResultV2
export type Middleware = MiddlewareObj<Event>
