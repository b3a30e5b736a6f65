import { TransactWriteItemsCommand, type AttributeValue } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { localClient } from '../../../lib/local/dynamodb/tables.ts'
import { readJsonLines } from '../../support/local/json-lines.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { endAll, wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'

/**
 * Records each call in a file, and fails as the record's item says, for its first `times` deliveries: `trouble` is
 * `throw`, `report` (as a batch item failure) or `slow`.
 */
const code = `
const { appendFileSync } = require('node:fs')
const seen = new Map()
exports.handler = async ({ Records }) => {
  const { AWS_LAMBDA_FUNCTION_NAME: name, CALLS: file } = process.env
  appendFileSync(file, JSON.stringify({ name, Records }) + '\\n')
  const batchItemFailures = []
  for (const { dynamodb } of Records) {
    const { pk, trouble, times } = dynamodb.NewImage ?? dynamodb.OldImage
    const count = (seen.get(pk.S) ?? 0) + 1
    seen.set(pk.S, count)
    if (count > Number(times?.N ?? 1e9)) continue
    if (trouble?.S === 'throw') throw new Error('no stamps')
    if (trouble?.S === 'report') batchItemFailures.push({ itemIdentifier: dynamodb.SequenceNumber })
    if (trouble?.S === 'slow') await new Promise((resolve) => setTimeout(resolve, 2500))
  }
  return { batchItemFailures }
}`
/** A mapping that receives the records with its own name as key prefix. */
const filtered = (name: string, properties: object, more: object = {}) => ({
  FilterCriteria: {
    Filters: [
      { Pattern: JSON.stringify({ ...more, dynamodb: { Keys: { pk: { S: [{ prefix: `${name}#` }] } } } }) },
    ],
  },
  ...properties,
})
const partial = { FunctionResponseTypes: ['ReportBatchItemFailures'] }
const mappings = {
  inserts: filtered('inserts', { BatchSize: 2 }, { eventName: ['INSERT'] }),
  all: filtered('all', {}),
  types: filtered('types', {}),
  partial: filtered('partial', { ...partial, MaximumRetryAttempts: 2 }),
  halving: filtered('halving', {
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 2,
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['discarded', 'Arn'] } } },
  }),
  whole: filtered('whole', { MaximumRetryAttempts: 2 }),
  aging: filtered('aging', { MaximumRecordAgeInSeconds: 1 }),
  slow: filtered('slow', { BatchSize: 1 }),
}
export const directory = mkdtempSync(join(tmpdir(), 'streams-'))
const callsFile = join(directory, 'calls')
const names = Object.keys(mappings)
export const assembly = join(directory, 'assembly')
const app = {
  functions: {
    ...Object.fromEntries(names.map((name) => [name, { code, timeout: 5, variables: { CALLS: callsFile } }])),
    hello: { code: `exports.handler = async () => 'hello'` },
  },
  routes: { 'GET /': 'hello' },
  mappings,
  queues: { discarded: {} },
}
export const calls = (name: string): DynamoDBRecord[][] =>
  readJsonLines(callsFile)
    .filter((call) => call.name === `Api-${name}Function`)
    .map(({ Records }) => Records)
/** The sort keys of the records of each call. */
export const keys = (name: string) =>
  calls(name).map((records) => records.map(({ dynamodb }) => dynamodb!.Keys!['sk']!.S))
export type Attributes = Record<string, AttributeValue>
export const trouble = (S: string, times = 1e9): Attributes => ({ trouble: { S }, times: { N: String(times) } })
/** Writes items in one transaction, so that they are in one batch. Their sort keys count up from `from` + 1. */
export const write = async (endpoint: string, name: string, items: Attributes[], from = 0) => {
  const client = localClient(endpoint)
  const TransactItems = items.map((attributes, n) => {
    const sk = String(from + n + 1)
    return {
      Put: { TableName: 'Data-Table0000', Item: { pk: { S: `${name}#${sk}` }, sk: { S: sk }, ...attributes } },
    }
  })
  await client.send(new TransactWriteItemsCommand({ TransactItems }))
  client.destroy()
}
export const until = (condition: () => boolean) => waitUntil(condition, wait)

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(() => void writeAssembly(assembly, app))
  afterAll(async () => {
    await endAll()
    rmSync(directory, { recursive: true })
  })
}
