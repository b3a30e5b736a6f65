import { copySecrets, runningOn } from './running-service.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { startCloud, type Cloud } from '../cloud.ts'

/** Runs the function of a group on an event and gives its result. */
export type Invoke = (group: string, event: unknown) => Promise<unknown>

/**
 * Runs Lambda functions directly, without the gateway, on the data in `dataDir`; with a service that runs there,
 * on that service's data. A cloud starts with the first event and ends on disposal. `note` takes a line for the
 * developer; functions' output goes to stderr. `invoke` throws StartupError with the report if a function returns
 * no result.
 */
export function invoker(dataDir: string, assembly: string | undefined, note: (line: string) => void) {
  let cloud: Promise<Cloud> | undefined
  const faults: string[] = []

  async function start() {
    const service = await runningOn(dataDir)
    if (service) {
      note(`On the data of the service at ${service.api}.`)
      // Where a cloud looks for a DynamoDB that runs already.
      process.env['DYNAMODB_ENDPOINT'] = service.dynamodb
    }
    return startCloud({
      dataDir: service ? copySecrets(dataDir) : dataDir,
      quiet: true,
      onDemand: true,
      functionLog: (chunk) => process.stderr.write(chunk),
      log: (line) => faults.push(line),
      // Uses that service's flight-data provider, mailbox, queues and sockets.
      ...(service && {
        context: { flightDataUrl: service.flight_provider },
        ...{ mail: service.mail, sqs: service.sqs, connections: service.connections },
      }),
      ...(assembly && { assembly }),
    })
  }

  const invoke: Invoke = async (group, event) => {
    const answer = await (await (cloud ??= start())).invoke(`${group}Function`, JSON.stringify(event))
    if (typeof answer === 'string') throw new StartupError(faults.join(' '))
    return JSON.parse(answer.payload) as unknown
  }
  return {
    invoke,
    async [Symbol.asyncDispose]() {
      await (await cloud?.catch(() => undefined))?.stop()
    },
  }
}
