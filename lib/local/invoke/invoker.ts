import { copySecrets, runningOn } from './running-service.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { startCloud, type Cloud } from '../cloud.ts'

/** Runs the function of a group on an event and gives its result. */
export type Invoke = (group: string, event: unknown) => Promise<unknown>

/**
 * Lambda functions on their own, past the gateway, on the data in `dataDir`; beside the service where one runs there.
 * A cloud starts with the first event and ends when this is disposed of. `note` takes a line for the developer; what
 * functions write goes to stderr. `invoke` throws CannotStart with the report on a function that gave no result.
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
      // What that service's provider was told holds here too; its mailbox, its queues and its sockets take what is sent.
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
