import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { clientOptions } from '../../../lib/local/dynamodb/tables.ts'
import { readJsonLines } from '../../support/local/json-lines.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { endAll, wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'

/**
 * Records each call in a file, and fails as the message's body says, for its first `times` receives: `trouble` is
 * `throw`, `report` (as a batch item failure), `lie` (a failure with a wrong id) or `wait` (until the gate file exists).
 */
const code = `
const { appendFileSync, existsSync } = require('node:fs')
exports.handler = async ({ Records }) => {
  const { AWS_LAMBDA_FUNCTION_NAME: name, CALLS: calls, GATE: gate } = process.env
  appendFileSync(calls, JSON.stringify({ name, at: Date.now(), Records }) + '\\n')
  const batchItemFailures = []
  for (const { messageId, body, attributes } of Records) {
    const { trouble, times = 1e9 } = JSON.parse(body)
    if (Number(attributes.ApproximateReceiveCount) > times) continue
    if (trouble === 'throw') throw new Error('no stamps')
    if (trouble === 'report') batchItemFailures.push({ itemIdentifier: messageId })
    if (trouble === 'lie') batchItemFailures.push({ itemIdentifier: 'nobody' })
    while (trouble === 'wait' && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { batchItemFailures }
}`
export const directory = mkdtempSync(join(tmpdir(), 'queues-'))
export const [callsFile, gate] = [join(directory, 'calls'), join(directory, 'gate')]
export const mappingFor = (queue: string, more = {}) => ({
  EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  ...more,
})
/** The function of each reads the queue with its name; FIFO queues are named `<name>.fifo`. */
export const queues = {
  plain: { VisibilityTimeout: 30 },
  // Longer than a busy machine takes to load a function.
  short: { VisibilityTimeout: 8 },
  crashing: { VisibilityTimeout: 8 },
  failing: {
    VisibilityTimeout: 1,
    RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['dead', 'Arn'] }, maxReceiveCount: 2 },
  },
  many: {},
  ordered: { FifoQueue: true, ContentBasedDeduplication: true, VisibilityTimeout: 8 },
}
export const hello = { code: `exports.handler = async () => process.env.QUEUE ?? 'hello'` }
export const assembly = join(directory, 'assembly')
const app = {
  functions: {
    ...Object.fromEntries(
      Object.entries(queues).map(
        ([name, { VisibilityTimeout = 30 }]: [string, { VisibilityTimeout?: number }]) => [
          name,
          { code, timeout: VisibilityTimeout, variables: { CALLS: callsFile, GATE: gate } },
        ],
      ),
    ),
    killed: { code, timeout: 30, variables: { CALLS: callsFile, GATE: gate } },
    hello: { ...hello, variables: { QUEUE: { Ref: 'unread' } } },
  },
  routes: { 'GET /': 'hello' },
  queues: { ...queues, dead: {}, unread: { DelaySeconds: 0 } },
  mappings: {
    ...Object.fromEntries(['plain', 'short', 'crashing', 'failing'].map((name) => [name, mappingFor(name)])),
    ordered: mappingFor('ordered', { BatchSize: 2 }),
    many: mappingFor('many', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 3 } }),
  },
}

export interface Call {
  name: string
  at: number
  Records: SQSRecord[]
}
export const calls = (name: string): Call[] =>
  readJsonLines(callsFile).filter((call) => call.name === `Api-${name}Function` && call.Records.length > 0)
export const bodies = (name: string) =>
  calls(name).flatMap(({ Records }) => Records.map(({ body }) => JSON.parse(body)))
export const until = (condition: () => boolean) => waitUntil(condition, wait)
export const clientOf = (endpoint: string) => new SQSClient({ endpoint, ...clientOptions, maxAttempts: 1 })
export const urlOf = (name: string, endpoint: string) => `${endpoint}/000000000000/Api-${name}`

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(() => void writeAssembly(assembly, app))
  afterAll(async () => {
    await endAll()
    rmSync(directory, { recursive: true })
  })
}
