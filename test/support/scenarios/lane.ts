import { inject } from 'vitest'
import type { Options } from '../api/client.ts'
import type { Answer } from '../api/answer.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { flightDataServer, knowingFlights } from '../flight-data/server.ts'
import { serviceWith } from '../oauth/sign-in.ts'
import type { OpenIdProvider } from '../oauth/openid-provider.ts'

/** One after the other: the SDK looks for its endpoint in the process's environment, at the first call. */
let made: Promise<unknown> = Promise.resolve()
async function warm(...args: Parameters<typeof serviceWith>) {
  const service = serviceWith(...args)
  await service.call('GET /api/v1/track/TRK-0')
  return service
}

/**
 * The service twice in this process: one whose backends are struck by faults, and one without faults for the retry
 * after a killed function.
 */
export async function openLane(identities: OpenIdProvider) {
  const environment = inject('environment')
  const [dynamodb, s3, sqs] = [inject('dynamodb'), inject('s3'), environment['AWS_ENDPOINT_URL_SQS']!]
  const proxy = await startFaultProxy({ dynamodb, s3, sqs })
  /** The addresses of S3 and of the queues are the proxy's. */
  const through = Object.fromEntries(
    Object.entries(environment)
      .filter(([, value]) => value.startsWith(s3) || value.startsWith(sqs))
      .map(([name, value]) => [name, value.replace(s3, proxy.url('s3')).replace(sqs, proxy.url('sqs'))]),
  )
  const spare = await startFaultProxy({ dynamodb })
  const provider = await flightDataServer()
  const flights = knowingFlights(provider, through)
  const serviceAt = (dynamodb: string) => {
    const service = made.then(() => warm(identities, { dynamodb, ...flights }))
    made = service
    return service
  }
  const far = await serviceAt(spare.url('dynamodb'))
  let service = far
  let key: string | undefined
  return {
    ...{ proxy, provider, identities },
    call: (route: string, options: Options = {}): Promise<Answer> =>
      service.call(route, {
        ...options,
        ...(key && { headers: { 'idempotency-key': key, ...options.headers } }),
      }),
    beginSignIn: (...args: Parameters<typeof far.begin>) => service.begin(...args),
    finish: (...args: Parameters<typeof far.finish>) => service.finish(...args),
    signIn: (...args: Parameters<typeof far.signIn>) => service.signIn(...args),
    get outboxMessages() {
      return [...proxy.emails(), ...spare.emails()]
    },
    /** For `codeFor`. */
    emails() {
      return { ...service, outboxMessages: this.outboxMessages }
    },
    /** Time goes by, in seconds. */
    pass: (seconds: number) => void service.pass(seconds),
    /** Requests from now on are one, sent again under one key; without one, each is its own. */
    repeat: (as: string | undefined) => void (key = as),
    /** The function that was killed is another from now on. */
    async restart() {
      await proxy.renew()
      service = far
      service.clock.now = new Date()
    },
    /** A new function, whose backends may be struck: the SDK's retries come out of a quota, which others have used up. */
    async begin() {
      service = await serviceAt(proxy.url('dynamodb'))
    },
    stop: () => Promise.all([proxy.stop(), spare.stop(), provider.stop()]),
  }
}
export type Lane = Awaited<ReturnType<typeof openLane>>
