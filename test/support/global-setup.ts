import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startCloud } from '../../lib/local/cloud.ts'
import { startMeanProxy, type MeanProxy } from './mean-proxy.ts'

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
    /** Secrets Manager of this machine. */
    secretsManager: string
    /** DynamoDB itself, without the proxy. */
    dynamodb: string
    /** S3 of this machine, where photos are read. */
    s3: string
    /** The mailbox that takes the letters. */
    mail: string
    /** The environment of the functions, all of them together. */
    environment: Record<string, string>
  }
}

/**
 * One local cloud for all tests, from the app's own assembly, with DynamoDB behind the mean proxy: whatever passes
 * here passes with conflicts, lost answers, stale indexes and short pages.
 */
export default async function setup({ provide }: TestProject) {
  const { provided, stop } = await testCloud()
  for (const [name, value] of Object.entries(provided)) provide(name as keyof ProvidedContext, value as never)
  return stop
}

/** Starts that cloud; what the tests are told of it, and how it ends. */
export async function testCloud(): Promise<{ provided: ProvidedContext; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-test-'))
  const seed = Number(process.env.SEED ?? 1 + (Date.now() % 1e6))
  console.log(`Seed ${seed} (SEED=${seed} repeats it)`)
  const functionLog = join(dataDir, 'functions.log')
  let proxy: MeanProxy | undefined
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    functionLog: (chunk) => appendFileSync(functionLog, chunk),
    // A cheap hash: the tests sign in hundreds of times. One test measures the real cost.
    context: { bcryptCost: '4' },
    dynamodbEndpointForFunctions: async (upstream) => (proxy = await startMeanProxy({ upstream, seed })).url,
  })
  return {
    provided: {
      seed,
      url: cloud.url,
      proxy: proxy?.url ?? '',
      functionLog,
      dynamodb: cloud.dynamodb,
      secretsManager: cloud.endpoints.secrets_manager,
      s3: cloud.endpoints.s3,
      mail: cloud.endpoints.mail,
      environment: Object.assign({}, ...cloud.functions.map(({ environment }) => environment)) as Record<
        string,
        string
      >,
    },
    stop: async () => {
      await cloud.stop()
      await proxy?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
