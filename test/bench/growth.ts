import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '../../lib/local/cannot-start.ts'
import { startCloud } from '../../lib/local/cloud.ts'
import { mintGrant } from '../../shared/db/grant.ts'
import { dynamoClient, dynamoStore } from '../../shared/db/store.ts'
import { TenantTable } from '../../shared/db/table.ts'
import { NewShipment, shipments } from '../../shared/domain/shipment-record.ts'
import { over, spread, type Say, type Section } from './table.ts'

const [few, many, rounds] = [1000, 100_000, 60]

/** What a company waits for that has a thousand shipments, and one in the same table that has a hundred thousand. */
export async function growth(say: Say): Promise<Section> {
  await using parts = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'growth-'))
  parts.defer(() => rmSync(dataDir, { recursive: true }))
  const context = { accessTokenSeconds: '86400' }
  const cloud = await startCloud({ dataDir, context, onDemand: true, quiet: true })
  parts.defer(() => cloud.stop())
  Object.assign(process.env, cloud.functions[0]?.environment)
  const client = dynamoClient()
  const { TABLE_NAME = '' } = process.env

  async function company(size: number) {
    const call = async (method: string, path: string, body?: object) => {
      const began = performance.now()
      const answer = await fetch(cloud.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const given = (await answer.json()) as any
      if (!answer.ok)
        throw new CannotStart(`${method} ${path} answers ${answer.status}: ${JSON.stringify(given)}`)
      return { given, next: answer.headers.get('x-next-cursor'), took: performance.now() - began }
    }
    let token = ''
    const account = {
      email: `${randomUUID()}@example.com`,
      password: 'a company that grows',
      tenant_name: 'Growing',
    }
    const { given } = await call('POST', '/api/v1/auth/register', account)
    token = given.access_token
    const { given: first } = await call(
      'POST',
      '/api/v1/shipments',
      (NewShipment.unwrap().meta()?.['examples'] as object[])[0],
    )
    const table = new TenantTable(dynamoStore(client, TABLE_NAME), mintGrant(given.user.tenant_id))
    const record = await table.get(shipments, { id: first.id })
    const from = Date.parse(record.created_at)
    /** Each a second older than the one before. */
    const items = (n: number) =>
      Array.from({ length: 25 }, (_, one) => {
        const created_at = new Date(from - 1000 * (n + one + 1)).toISOString()
        const write = table.create(shipments, { ...record, id: randomUUID(), created_at })
        return { PutRequest: { Item: 'put' in write ? write.put : {} } }
      })
    for (let n = 0; n < size; n += 100) {
      if (n % 5000 === 0) say(`${n} of ${size} shipments`)
      await Promise.all([0, 25, 50, 75].map((more) => put(client, TABLE_NAME, items(n + more))))
    }
    let middle = ''
    for (let page = 0; page < 5; page++) {
      const { next } = await call('GET', `/api/v1/shipments?limit=100${middle && `&cursor=${middle}`}`)
      middle = next ?? ''
    }
    return { call, middle, id: first.id as string }
  }

  const [small, large] = [await company(few), await company(many)]
  const reads: Record<string, (one: typeof small) => string> = {
    'the first page of a hundred': () => '/api/v1/shipments?limit=100',
    'the sixth page': ({ middle }) => `/api/v1/shipments?limit=100&cursor=${middle}`,
    'the first page of a status': () => '/api/v1/shipments?limit=100&status=RECEIVED',
    'the board': () => '/api/v1/shipments/board',
    'one shipment': ({ id }) => `/api/v1/shipments/${id}`,
  }
  const rows = []
  for (const [name, path] of Object.entries(reads)) {
    const times: [number[], number[]] = [[], []]
    for (let round = -5; round < rounds; round++) {
      say(`${name}, round ${Math.max(0, round)} of ${rounds}`)
      for (const [n, one] of [small, large].entries()) {
        const { took } = await one.call('GET', path(one))
        if (round >= 0) times[n]!.push(took)
      }
    }
    rows.push([name, spread(times[0], 1), spread(times[1], 1), spread(over(times[1], times[0]))])
  }
  return {
    about: `Milliseconds from a client on this machine through the local cloud; ${rounds} rounds in turn, medians and quartiles.`,
    tables: [[['', `of ${few} shipments`, `of ${many}`, 'ratio'], ...rows]],
  }
}

async function put(client: DynamoDBDocumentClient, table: string, items: object[]): Promise<void> {
  await client.send(new BatchWriteCommand({ RequestItems: { [table]: items } }))
}
