import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startCloud } from '../../lib/local/cloud.ts'
import type { CloudOptions } from '../../lib/local/options.ts'
import type { AccessControl, AccessDecision } from '../../lib/local/iam/access.ts'
import { readAssembly } from '../../lib/local/cloudformation/assembly.ts'
import { tableArn } from '../../lib/local/cloudformation/names.ts'
import { evaluate, type AccessRequest } from '../../lib/local/iam/policy.ts'
import { partitions } from '../../shared/db/keys.ts'
import { enclosingOperation } from '../support/chaos-proxy/access.ts'
import { noFaults } from '../support/chaos-proxy/faults/odds.ts'
import { startChaosProxy } from '../support/chaos-proxy/proxy.ts'
import { missingGrant, nameOf } from '../support/suite/missing-grants.ts'
import { leadingKeys, rolesOf } from '../support/suite/privilege.ts'
import { report } from './smoke.fixture.ts'

/** A request as DynamoDB would ask IAM if it named partitions for single calls only. */
function withoutPartitions({ context = {}, ...request }: AccessRequest): AccessRequest {
  const { [leadingKeys]: keys, ...others } = context
  const isUnnamed = enclosingOperation in context || request.resource.includes('/index/')
  return { ...request, context: isUnnamed || !keys ? others : context }
}
const stricter = (access: AccessControl): AccessControl => ({
  ...access,
  denialReason: (token, request) => access.denialReason(token, withoutPartitions(request)),
})

/** A local cloud whose DynamoDB names no partitions for members of transactions and queries of indexes. */
async function otherCloud(options: Partial<CloudOptions>) {
  await using parts = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'smoke-'))
  parts.defer(() => rmSync(dataDir, { recursive: true }))
  const refused: string[] = []
  let log = ''
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    ...options,
    functionLog: (chunk) => (log += chunk),
    onDecision: (call: AccessDecision) => {
      if (call.allowedBy.length === 0) refused.push(missingGrant(call))
    },
    async dynamodbEndpointForFunctions(upstream, access) {
      const proxy = await startChaosProxy({ upstream, access: stricter(access), faults: noFaults })
      parts.defer(() => proxy.stop())
      return proxy.url
    },
  })
  parts.defer(() => cloud.stop())
  const running = parts.move()
  const { callers } = rolesOf(readAssembly(options.assembly ?? join(dataDir, 'assembly')))
  return {
    url: cloud.url,
    table: tableArn(cloud.table),
    refused,
    log: () => log,
    statementsOf: (name: string) => callers.find((one) => nameOf(one.name) === name)?.statements ?? [],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

test('if DynamoDB names no partitions for transactions, the first line says what to deploy', async () => {
  await using cloud = await otherCloud({ assembly: inject('assembly') })
  const { lines } = await report({ url: cloud.url, steps: ['register', 'lists'] })
  expect(lines[0]).toMatch(
    /^✗ DynamoDB denied the members of a transaction .*tableConditions=enclosingOperation/,
  )
  // What the query that the line names looks for.
  expect(lines[0]).toContain("query auth 'filter error.message like /perform: dynamodb:/'")
  const errors = cloud
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":"ERROR"'))
  expect(JSON.parse(errors[0] ?? '').error.message).toMatch(/perform: dynamodb:/)
})

describe('with tableConditions=enclosingOperation', () => {
  let cloud: Awaited<ReturnType<typeof otherCloud>>
  beforeAll(async () => {
    cloud = await otherCloud({ context: { bcryptCost: '4', tableConditions: 'enclosingOperation' } })
  })
  afterAll(() => cloud[Symbol.asyncDispose]())

  test('the whole journey is allowed then', async () => {
    const { passed, lines } = await report({ url: cloud.url, patience: 10_000 })
    expect(cloud.refused).toEqual([])
    expect(passed, lines.join('\n')).toBe(true)
  })

  test('single calls stay restricted to the partitions that a function declares', () => {
    const tracking = cloud.statementsOf('tracking')
    const read = (action: string, context: Record<string, string[]>) =>
      evaluate(tracking, { action: `dynamodb:${action}`, resource: cloud.table, context }).allowed
    const [own, other] = [`${partitions.tracking}1`, `${partitions.email}1`]
    expect(read('GetItem', { [leadingKeys]: [own] })).toBe(true)
    expect(read('GetItem', { [leadingKeys]: [other] })).toBe(false)
    expect(read('GetItem', {})).toBe(false)
    expect(read('GetItem', { [enclosingOperation]: ['TransactGetItems'] })).toBe(true)
    expect(read('PutItem', { [enclosingOperation]: ['TransactWriteItems'] })).toBe(false)
  })
})
