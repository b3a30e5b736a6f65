import type { SocketLimits } from './apigateway/websocket/connections.ts'
import type { AccessControl, AccessDecision } from './iam/access.ts'

export interface CloudOptions {
  /** Directory for all data. Only one cloud can run on it at a time. */
  dataDir: string
  /** 0, the default, selects a free port. */
  port?: number
  host?: string
  /** CDK context, `-c name=value`. */
  context?: Record<string, string>
  /** Directory of an assembly to run instead of synthesising the app. Its settings are those of its synthesis. */
  assembly?: string
  /** One event at a time per function, as on AWS. */
  strict?: boolean
  /** Returns DynamoDB's URL for functions, so that tests can insert a proxy. */
  dynamodbEndpointForFunctions?: (realEndpoint: string, access: AccessControl) => Promise<string>
  /** Called with the access decision about each AWS call of a function, except to DynamoDB. */
  onDecision?: (call: AccessDecision) => void
  /**
   * Functions run on direct invocation only, without schedules and event sources. For `npm run invoke`, which would
   * otherwise consume events of a running service, or send e-mails to a mailbox that stops with the command.
   */
  onDemand?: boolean
  /** URL of a running DynamoDB to use; DYNAMODB_ENDPOINT by default. */
  dynamodb?: string
  /** URL of a running mailbox to use. */
  mail?: string
  /** URL of a running flight-data provider to use. */
  flightProvider?: string
  /** URL of running queues to use. */
  sqs?: string
  /** URL of a running @connections API to use. */
  connections?: string
  /** Does not delete expired items. On AWS, they may remain for days. */
  keepExpired?: boolean
  /** Sends each object event three times, as S3 may: twice in parallel, and once after both are processed. */
  repeatEvents?: boolean
  /** Overrides of AWS's limits. */
  socketLimits?: Partial<SocketLimits>
  /** Suppresses progress and functions' output; failures still go to stderr. */
  quiet?: boolean
  /** Receives functions' output instead of stdout. */
  functionLog?: (chunk: string) => void
  /** Receives lines of progress and failures instead of stdout and stderr. */
  log?: (line: string) => void
  /** Aborts the start. */
  signal?: AbortSignal
}
