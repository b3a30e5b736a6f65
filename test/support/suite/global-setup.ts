import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startCloud } from '../../../lib/local/cloud.ts'
import { startChaosProxy, type ChaosProxy } from '../chaos-proxy/proxy.ts'
import { recorder } from './privilege.ts'
import { missingGrant, nameOf, refusedFile } from './missing-grants.ts'
import { judgeSuite } from './suite-privilege.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What chance follows from. */
    seed: number
    /** Where the service answers. */
    url: string
    /** The mean proxy, for `meanControl`. */
    proxy: string
    /** The file that takes what the functions log. */
    functionLog: string
    /** The file that takes a line for each call that a function's role refused. */
    refused: string
    /** Secrets Manager of this machine. */
    secretsManager: string
    /** DynamoDB itself, without the proxy. */
    dynamodb: string
    /** S3 of this machine, where photos are read. */
    s3: string
    /** The mailbox that takes the letters. */
    mail: string
    /** The session tokens of the functions' credentials, by construct id without `Function`. */
    tokens: Record<string, string>
    /** The directory of the assembly that runs. */
    assembly: string
    /** The environment of the functions, all of them together. */
    environment: Record<string, string>
  }
}

/**
 * One local cloud for all tests, from the app's own assembly, with DynamoDB behind the mean proxy: whatever passes
 * here passes with conflicts, lost answers, stale indexes, short pages and batches, expired items, and with what the
 * functions' roles allow.
 */
export default async function setup(project: TestProject) {
  const { provided, uses, stop } = await testCloud()
  for (const [name, value] of Object.entries(provided))
    project.provide(name as keyof ProvidedContext, value as never)
  return () => stop(() => judgeSuite(project, uses(), provided.assembly))
}

/**
 * Starts that cloud and returns what the tests need, the recorded calls, and how to stop it, with what to do
 * before its data is deleted.
 */
export async function testCloud() {
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-test-'))
  // The same each time, so that what fails fails again; `npm run proof` takes another each time.
  const seed = Number(process.env.SEED ?? 239223)
  console.log(`Seed ${seed} (SEED=${seed} repeats it)`)
  const assembly = join(dataDir, 'assembly')
  const functionLog = join(dataDir, 'functions.log')
  const refused = refusedFile(dataDir)
  let proxy: ChaosProxy | undefined
  const record = recorder()
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    functionLog: (chunk) => appendFileSync(functionLog, chunk),
    // A cheap hash: the tests sign in hundreds of times. One test measures the real cost.
    context: { bcryptCost: '4' },
    keepExpired: true,
    repeatEvents: true,
    onDecision(call) {
      record.hear(call)
      if (call.allowedBy.length === 0) appendFileSync(refused, `${missingGrant(call)}\n`)
    },
    dynamodbEndpointForFunctions: async (upstream, access) =>
      (proxy = await startChaosProxy({ upstream, seed, access })).url,
  })
  const provided: ProvidedContext = {
    seed,
    url: cloud.url,
    proxy: proxy?.url ?? '',
    functionLog,
    refused,
    dynamodb: cloud.dynamodb,
    secretsManager: cloud.endpoints.secrets_manager,
    assembly,
    tokens: Object.fromEntries(
      cloud.functions.map(({ name, environment }) => [nameOf(name), environment.AWS_SESSION_TOKEN ?? '']),
    ),
    s3: cloud.endpoints.s3,
    mail: cloud.endpoints.mail,
    environment: Object.assign({}, ...cloud.functions.map(({ environment }) => environment), {
      AWS_SESSION_TOKEN: cloud.ownerToken,
    }) as Record<string, string>,
  }
  async function stop(before: () => Promise<void> = () => Promise.resolve()) {
    await cloud.stop()
    await proxy?.stop()
    try {
      await before()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return { provided, uses: record.uses, stop }
}
