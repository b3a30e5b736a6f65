import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startCloud } from '../../../lib/local/cloud.ts'
import { startChaosProxy, type ChaosProxy } from '../chaos-proxy/proxy.ts'
import { callRecorder } from './privilege.ts'
import { missingGrant, nameOf, refusedFile } from './missing-grants.ts'
import { judgeSuite } from './suite-privilege.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all random choices. */
    seed: number
    /** The service's URL. */
    url: string
    /** The chaos proxy's URL, for `chaosControl`. */
    proxy: string
    /** The file with the functions' logs. */
    functionLog: string
    /** The file with a line for each call that a function's role did not allow. */
    refused: string
    /** The URL of the local Secrets Manager. */
    secretsManager: string
    /** The URL of the local Lambda, which invokes functions. */
    lambda: string
    /** The URL of the DynamoDB emulator, without the proxy. */
    dynamodb: string
    /** The URL of the local S3, which also serves photos. */
    s3: string
    /** The URL of the local mailbox. */
    mail: string
    /** The session token of each function's credentials, by construct id without `Function`. */
    tokens: Record<string, string>
    /** The directory of the deployed cloud assembly. */
    assembly: string
    /** The merged environment variables of all functions. */
    environment: Record<string, string>
  }
}

/**
 * Starts one local cloud for all tests from the app's cloud assembly, with DynamoDB behind the chaos proxy. Tests run with
 * conflicts, lost answers, stale indexes, short pages, partial batches and expired items, and with the permissions of the
 * functions' roles.
 */
export default async function setup(project: TestProject) {
  const { provided, uses, stop } = await testCloud()
  for (const [name, value] of Object.entries(provided))
    project.provide(name as keyof ProvidedContext, value as never)
  return () => stop(() => judgeSuite(project, uses(), provided.assembly))
}

/**
 * Starts the cloud. Returns the context for the tests, the recorded calls, and a function that stops the cloud. That
 * function runs `before` and then deletes the cloud's data.
 */
export async function testCloud() {
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-test-'))
  // A fixed seed, so that failures are reproducible. `npm run proof` uses a new seed in each run.
  const seed = Number(process.env.SEED ?? 239223)
  console.log(`Seed ${seed} (SEED=${seed} repeats it)`)
  const assembly = join(dataDir, 'assembly')
  const functionLog = join(dataDir, 'functions.log')
  const refused = refusedFile(dataDir)
  let proxy: ChaosProxy | undefined
  const recorder = callRecorder()
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    functionLog: (chunk) => appendFileSync(functionLog, chunk),
    // A fast hash, because the tests sign in hundreds of times. One test uses the real cost.
    // Clocks of tests stand still or advance by hours, so quotas of companies are not in their way.
    context: { bcryptCost: '4', companyBurst: '1000000' },
    keepExpired: true,
    repeatEvents: true,
    onDecision(call) {
      recorder.record(call)
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
    lambda: cloud.endpoints.lambda,
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
  return { provided, uses: recorder.uses, stop }
}
