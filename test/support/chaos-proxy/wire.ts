import http from 'node:http'

/** An attribute's value as DynamoDB's JSON writes it; keys are of these three types. */
export interface Value {
  S?: string
  N?: string
  B?: string
}
export type Attributes = Record<string, Value>

/** What the proxy looks at in a call's JSON. */
export interface Body {
  TableName?: string
  IndexName?: string
  KeyConditionExpression?: string
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
/** What the proxy looks at in an answer's JSON. */
export interface Content {
  Items?: Attributes[]
  Count?: number
  ScannedCount?: number
  LastEvaluatedKey?: Attributes
  ConsumedCapacity?: Capacity | Capacity[]
  Table?: Keyed & { GlobalSecondaryIndexes?: (Keyed & { IndexName: string })[] }
}
interface Capacity {
  CapacityUnits: number
}
export interface Keyed {
  KeySchema: { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[]
}

export interface Request {
  method: string
  path: string
  /** Empty for a call of another service: a stream's calls pass as they are. */
  operation: string
  headers: http.IncomingHttpHeaders
  /** The body as the client sent it, by which equal calls are known, and what it says. */
  text: string
  body: Body
  /** Capacity consumed on its behalf, counted while calls are recorded. */
  units: number
}
export interface Answer {
  status: number
  headers: http.OutgoingHttpHeaders
  text: string
}
/** Carries a call out, with some members of its body replaced. */
export type Forward = (request: Request, changes?: Body) => Promise<Answer>

export const contentOf = (answer: Answer) => JSON.parse(answer.text) as Content

/** The answer with another body; the upstream's checksum was of the old one. */
export const withContent = ({ status, headers }: Answer, content: unknown): Answer => ({
  status,
  headers: without(headers, ['x-amz-crc32']),
  text: JSON.stringify(content),
})

/** The way to the emulator, over connections that are kept. */
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

/** Headers of one connection, not of the message that it carries. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']
const without = (headers: http.OutgoingHttpHeaders, names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
