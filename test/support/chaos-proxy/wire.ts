import http from 'node:http'

/** An attribute value in DynamoDB's JSON. Keys have one of these three types. */
export interface Value {
  S?: string
  N?: string
  B?: string
}
export type Attributes = Record<string, Value>

/** The fields of a request's JSON that the proxy uses. */
export interface Body {
  TableName?: string
  IndexName?: string
  KeyConditionExpression?: string
  FilterExpression?: string
  ProjectionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Attributes
  ScanIndexForward?: boolean
  ExclusiveStartKey?: Attributes
  Limit?: number
  Key?: Attributes
  Item?: Attributes
  RequestItems?: Record<string, { Keys: Attributes[] }>
  ConditionExpression?: string
  TransactItems?: Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', Body>>[]
  ClientRequestToken?: string
  ReturnConsumedCapacity?: string
}
/** The fields of an answer's JSON that the proxy uses. */
export interface Content {
  Items?: Attributes[]
  Count?: number
  ScannedCount?: number
  LastEvaluatedKey?: Attributes
  ConsumedCapacity?: Capacity | Capacity[]
  Table?: Keyed & { GlobalSecondaryIndexes?: Index[] }
}
interface Capacity {
  CapacityUnits: number
}
export interface Keyed {
  KeySchema: { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[]
}

export interface Index extends Keyed {
  IndexName: string
  Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] }
}

export interface Request {
  method: string
  path: string
  /** Empty for other services: calls of DynamoDB Streams are forwarded unchanged. */
  operation: string
  headers: http.IncomingHttpHeaders
  /** The body as the client sent it. Equal calls have equal texts. */
  text: string
  body: Body
  /** The consumed capacity units, counted during a recording. */
  units: number
}
export interface Answer {
  status: number
  headers: http.OutgoingHttpHeaders
  text: string
}
/** Sends a call upstream, with some fields of its body replaced. */
export type Forward = (request: Request, changes?: Body) => Promise<Answer>

export const contentOf = (answer: Answer) => JSON.parse(answer.text) as Content

/** The answer with another body, and without the checksum of the old body. */
export const withContent = ({ status, headers }: Answer, content: unknown): Answer => ({
  status,
  headers: without(headers, ['x-amz-crc32']),
  text: JSON.stringify(content),
})

/** Connects to the emulator with persistent connections. */
export function connect(url: string): { forward: Forward; close: () => void } {
  const agent = new http.Agent({ keepAlive: true })
  return {
    async forward({ method, path, headers, text, body }, changes) {
      const sent = changes ? JSON.stringify({ ...body, ...changes }) : text
      const incoming = await new Promise<http.IncomingMessage>((answered, failed) => {
        const own = { ...without(headers, hopByHop), 'content-length': Buffer.byteLength(sent) }
        http
          .request(new URL(path, url), { agent, method, headers: own }, answered)
          .once('error', failed)
          .end(sent)
      })
      const answer = await read(incoming)
      return { status: incoming.statusCode ?? 502, headers: without(incoming.headers, hopByHop), text: answer }
    },
    close: () => agent.destroy(),
  }
}

export async function read(message: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Headers that apply to one connection only and are not forwarded. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']
const without = (headers: http.OutgoingHttpHeaders, names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
