import { inject } from 'vitest'
import type { Options } from '../api/client.ts'
import type { Answer } from '../api/answer.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { flightDataServer, knowingFlights } from '../flight-data/server.ts'
import { serviceWith } from '../oauth/sign-in.ts'
import type { OpenIdProvider } from '../oauth/openid-provider.ts'

/**
 * The service twice in this process: one whose backends are struck by faults, and one without faults for the retry
 * after a killed function.
 */
export async function openLane(identities: OpenIdProvider) {
  const environment = inject('environment')
  const [dynamodb, s3, sqs] = [inject('dynamodb'), inject('s3'), environment['AWS_ENDPOINT_URL_SQS']!]
  const proxy = await startFaultProxy({ dynamodb, s3, sqs })
  /** The addresses of S3 and of the queues are the proxy's. */
  const proxied = Object.fromEntries(
    Object.entries(environment)
      .filter(([, value]) => value.startsWith(s3) || value.startsWith(sqs))
      .map(([name, value]) => [name, value.replace(s3, proxy.url('s3')).replace(sqs, proxy.url('sqs'))]),
  )
  const spare = await startFaultProxy({ dynamodb })
  const provider = await flightDataServer()
  const flights = knowingFlights(provider, proxied)
  const serviceAt = (dynamodb: string) => serviceWith(identities, { dynamodb, ...flights })
  const faultless = serviceAt(spare.url('dynamodb'))
  let service = faultless
  let key: string | undefined
  return {
    proxy,
    provider,
    identities,
    call: (route: string, options: Options = {}): Promise<Answer> =>
      service.call(route, {
        ...options,
        ...(key && { headers: { 'idempotency-key': key, ...options.headers } }),
      }),
    beginSignIn: (...args: Parameters<typeof faultless.begin>) => service.begin(...args),
    finish: (...args: Parameters<typeof faultless.finish>) => service.finish(...args),
    signIn: (...args: Parameters<typeof faultless.signIn>) => service.signIn(...args),
    get outboxMessages() {
      return [...proxy.emails(), ...spare.emails()]
    },
    /** For `codeFor`. */
    emails() {
      return { ...service, outboxMessages: this.outboxMessages }
    },
    get clock() {
      return service.clock
    },
    /** Moves the clock on by seconds. */
    pass: (seconds: number) => void service.pass(seconds),
    /** From now on, all requests have this idempotency key, as repetitions of one; undefined ends that. */
    repeat: (as: string | undefined) => void (key = as),
    /** Replaces the killed function: later calls go to the service without faults. */
    async restart() {
      await proxy.renew()
      service = faultless
      service.clock.now = new Date()
    },
    /** Starts a new function behind the fault proxy: earlier requests have used up the SDK's quota of retries. */
    begin() {
      service = serviceAt(proxy.url('dynamodb'))
    },
    stop: () => Promise.all([proxy.stop(), spare.stop(), provider.stop()]),
  }
}
export type Lane = Awaited<ReturnType<typeof openLane>>
