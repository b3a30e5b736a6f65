import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bundleOptions } from '../../lib/bundle/bundle.ts'
import { receiver } from '../support/webhooks/receiver.ts'

/** The error that a bundled client throws after the given responses of DynamoDB. */
async function thrown(...answers: { __type: string; message: string }[]) {
  const directory = mkdtempSync(join(tmpdir(), 'errors-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const bundle = join(directory, 'index.cjs')
  const contents = `
    import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
    import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
    import { clientConfig } from './shared/config/clients.ts'
    import { dynamoClient } from './shared/db/client.ts'
    dynamoClient(clientConfig(process.env, 'DYNAMODB')).send(new UpdateCommand({ TableName: 't', Key: { pk: 'p', sk: 's' } })).catch((error) => {
      const { name, message, Item, $metadata: { httpStatusCode } } = error
      const isFailedCondition = error instanceof ConditionalCheckFailedException
      console.log(JSON.stringify({ name, message, Item, httpStatusCode, isFailedCondition }))
    })`
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../..') }
  await build({ ...bundleOptions, stdin, outfile: bundle })
  let asked = 0
  const { port } = await receiver((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
      response.end(JSON.stringify(answers[asked++]))
    })
  })
  const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }
  const env = { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, ...keys }
  const { stdout } = await promisify(execFile)(process.execPath, [bundle], { env })
  expect(asked).toBe(answers.length)
  return JSON.parse(stdout) as unknown
}
const of = (name: string, more = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: 'No',
  ...more,
})

test('a failed condition is an instance of its class, with the item', async () => {
  const Item = { pk: { S: 'p' } }
  expect(await thrown(of('ConditionalCheckFailedException', { Item }))).toEqual({
    name: 'ConditionalCheckFailedException',
    message: 'No',
    httpStatusCode: 400,
    Item,
    isFailedCondition: true,
  })
})

test('other errors keep their names, which decide about retries and appear in the log', async () => {
  expect(await thrown(of('ProvisionedThroughputExceededException'), of('ResourceNotFoundException'))).toEqual({
    name: 'ResourceNotFoundException',
    message: 'No',
    httpStatusCode: 400,
    isFailedCondition: false,
  })
})
