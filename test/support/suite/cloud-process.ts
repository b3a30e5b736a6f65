import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { startCloud } from '../../../lib/local/cloud.ts'
import { startChaosProxy, type ChaosProxy } from '../chaos-proxy/proxy.ts'
import { missingGrant, nameOf } from './missing-grants.ts'
import { callRecorder } from './privilege.ts'
import { testSettings } from './settings.ts'
import type { CloudContext, CloudStart } from './test-cloud.ts'

// Runs the local cloud and the chaos proxy of a test run, forked by test-cloud.ts. Receives a CloudStart, sends a
// CloudContext when the cloud is ready, and after 'stop' the recorded calls.

/** Appends to a file without blocking the thread that answers requests. */
function appender(file: string) {
  const stream = createWriteStream(file, { flags: 'a' })
  return {
    append: (text: string) => void stream.write(text),
    end: () => finished(stream.end()),
  }
}

async function start({ dataDir, seed, functionLog, refused }: CloudStart) {
  const [log, refusals] = [appender(functionLog), appender(refused)]
  const recorder = callRecorder()
  let proxy: ChaosProxy | undefined
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    functionLog: log.append,
    context: testSettings,
    keepExpired: true,
    repeatEvents: true,
    onDecision(call) {
      recorder.record(call)
      if (call.allowedBy.length === 0) refusals.append(`${missingGrant(call)}\n`)
    },
    dynamodbEndpointForFunctions: async (upstream, access) =>
      (proxy = await startChaosProxy({ upstream, seed, access })).url,
  })
  const context: CloudContext = {
    url: cloud.url,
    proxy: proxy?.url ?? '',
    dynamodb: cloud.dynamodb,
    secretsManager: cloud.endpoints.secrets_manager,
    lambda: cloud.endpoints.lambda,
    assembly: join(dataDir, 'assembly'),
    tokens: Object.fromEntries(
      cloud.functions.map(({ name, environment }) => [nameOf(name), environment.AWS_SESSION_TOKEN ?? '']),
    ),
    s3: cloud.endpoints.s3,
    mail: cloud.endpoints.mail,
    environment: Object.assign({}, ...cloud.functions.map(({ environment }) => environment), {
      AWS_SESSION_TOKEN: cloud.ownerToken,
    }) as Record<string, string>,
  }
  return {
    context,
    async stop() {
      await cloud.stop()
      await proxy?.stop()
      await Promise.all([log.end(), refusals.end()])
      return recorder.uses()
    },
  }
}

let running: ReturnType<typeof start> | undefined
// Ctrl-C reaches the whole process group. Tests that are being stopped still need the cloud.
process.on('SIGINT', () => undefined)
// The parent has ended without stopping the cloud.
process.on('disconnect', () => void running?.then(({ stop }) => stop()).finally(() => process.exit()))
process.on('message', (message: CloudStart | 'stop') => {
  void (async () => {
    if (message === 'stop') {
      process.send?.(await (await running)?.stop())
      process.exit()
    }
    running = start(message)
    process.send?.((await running).context)
  })().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
