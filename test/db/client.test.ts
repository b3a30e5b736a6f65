import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, test } from 'vitest'
import { dynamoClient } from '../../shared/db/client.ts'
import { receiver } from '../support/webhooks/receiver.ts'

test('what is asked of DynamoDB is signed as the SDK signs it, and the answer is whole', async () => {
  const sessionToken = 'session'
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken }
  const others = { accessKeyId: 'AKIDOTHER', secretAccessKey: 'other', sessionToken }
  const seen: { headers: Record<string, string>; body: string }[] = []
  const long = 'ä'.repeat(300_000)
  const server = await receiver((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      seen.push({ headers: request.headers as Record<string, string>, body })
      response.setHeader('content-type', 'application/x-amz-json-1.0')
      response.end(JSON.stringify({ Item: { pk: { S: long } } }))
    })
  })
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${server.port}`,
    AWS_SESSION_TOKEN: sessionToken,
  })
  const pairs = [credentials, others].map((own) => ({ own, client: dynamoClient() }))
  for (const pk of ['one', 'ünö', '\u{1F4E6}'.repeat(1000)])
    for (const { own, client } of pairs) {
      // Read at a client's first call.
      Object.assign(process.env, {
        AWS_ACCESS_KEY_ID: own.accessKeyId,
        AWS_SECRET_ACCESS_KEY: own.secretAccessKey,
      })
      const { Item } = await client.send(new GetCommand({ TableName: 'table', Key: { pk, sk: 'x' } }))
      expect(Item).toEqual({ pk: long })
    }
  for (const [n, { headers, body }] of seen.entries()) {
    const signer = new SignatureV4({
      credentials: n % 2 === 0 ? credentials : others,
      ...{ region: 'eu-central-1', service: 'dynamodb', sha256: Sha256 },
    })
    const { authorization, ...rest } = headers
    const names = /SignedHeaders=([^,]+)/.exec(authorization!)![1]!.split(';')
    const signed = Object.fromEntries(names.map((name) => [name, rest[name]!]))
    const again = await signer.sign(
      { method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', headers: signed, body },
      { signingDate: new Date(rest['x-amz-date']!.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) },
    )
    expect(names).toEqual(
      expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']),
    )
    expect(again.headers['authorization']).toBe(authorization)
  }
  expect(seen).toHaveLength(6)
})
