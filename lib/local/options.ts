import type { SocketLimits } from './apigateway/websocket/connections.ts'
import type { AccessControl, AccessDecision } from './iam/access.ts'

export interface CloudOptions {
  /** Where all data is kept; one running cloud a directory. */
  dataDir: string
  /** 0, the default, takes any free port. */
  port?: number
  host?: string
  /** CDK context, `-c name=value`. */
  context?: Record<string, string>
  /** The directory of an assembly to run instead of synthesising the app, with the settings that it was made with. */
  assembly?: string
  /** One event at a time for each function, as on AWS. */
  strict?: boolean
  /** Gives the address at which functions find DynamoDB; tests put a proxy in between. */
  dynamodbEndpointForFunctions?: (realEndpoint: string, access: AccessControl) => Promise<string>
  /** Hears of what functions ask of AWS's services here, DynamoDB apart, and whether their roles let them. */
  onDecision?: (call: AccessDecision) => void
  /**
   * Functions run on direct invocation only, without schedules and event sources: next to a running service, or
   * for a moment in which an e-mail would be lost in a temporary mailbox.
   */
  onDemand?: boolean
  /** A mailbox that runs already takes the letters, instead of one of its own. */
  mail?: string
  /** Queues that are served already take what is sent, instead of those in `dataDir`. */
  sqs?: string
  /** Sockets that are served already take what is posted to them, instead of those of this cloud. */
  connections?: string
  /** Leaves expired items where they are: AWS takes up to days to delete them. */
  keepExpired?: boolean
  /** Sends each object event again, as S3 may: in parallel, and after all are handled. */
  repeatEvents?: boolean
  /** Where sockets are to be closed after other times than on AWS. */
  socketLimits?: Partial<SocketLimits>
  /** Drops the progress and what functions write; faults still go to stderr. */
  quiet?: boolean
  /** Takes what functions write, instead of stdout. */
  functionLog?: (chunk: string) => void
  /** Takes progress and faults line by line, instead of stdout and stderr. */
  log?: (line: string) => void
  /** Breaks the start off. */
  signal?: AbortSignal
}
