import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Call } from './request.ts'
import type { Admitted } from './match.ts'
import type { Match } from './match.ts'

/** The gateway's event, to which the middlewares add what they find out. */
export type Event = Omit<APIGatewayProxyEventV2, 'body'> & {
  body?: unknown
  /** Seconds since the process began. */
  startedAt: number
  call: Call
  match?: Match | undefined
  admitted?: Admitted
}
export type Result = APIGatewayProxyStructuredResultV2
export type Middleware = MiddlewareObj<Event>
