import { copySecrets, runningService } from './running-service.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { startCloud, type Cloud } from '../cloud.ts'

/** Invokes the function of a route group with an event and returns its result. */
export type Invoke = (group: string, event: unknown) => Promise<unknown>

/**
 * Invokes Lambda functions directly, without the gateway, on the data in `dataDir`, or on that of the service that runs
 * on it. A cloud starts with the first event and stops on disposal. `note` receives messages for the developer;
 * functions' output goes to stderr. `invoke` throws StartupError with the reported failure if a function returns no
 * result.
 */
export function invoker(dataDir: string, assembly: string | undefined, note: (line: string) => void) {
  let cloud: Promise<Cloud> | undefined
  const failures: string[] = []

  async function start() {
    const service = await runningService(dataDir)
    if (service) note(`On the data of the service at ${service.api}.`)
    return startCloud({
      dataDir: service ? copySecrets(dataDir) : dataDir,
      quiet: true,
      onDemand: true,
      functionLog: (chunk) => process.stderr.write(chunk),
      log: (line) => failures.push(line),
      // Uses that service's database, flight-data provider, mailbox, queues and sockets.
      ...(service && {
        dynamodb: service.dynamodb,
        mail: service.mail,
        flightProvider: service.flight_provider,
        sqs: service.sqs,
        connections: service.connections,
      }),
      ...(assembly && { assembly }),
    })
  }

  const invoke: Invoke = async (group, event) => {
    const result = await (await (cloud ??= start())).invoke(`${group}Function`, JSON.stringify(event))
    if (typeof result === 'string') throw new StartupError(failures.join(' '))
    return JSON.parse(result.payload) as unknown
  }
  return {
    invoke,
    async [Symbol.asyncDispose]() {
      await (await cloud?.catch(() => undefined))?.stop()
    },
  }
}
