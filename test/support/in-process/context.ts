import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { inject, type ProvidedContext } from 'vitest'
import { seededRandom } from '../chaos-proxy/faults/seeded-random.ts'
import type { InProcessCloud } from './cloud.ts'

/**
 * The service in this process, in the Vitest project `service`. Undefined in the others, whose tests use the local cloud of
 * the run, and in those without a service.
 */
export const inProcessCloud: InProcessCloud | undefined = isService()
  ? await (await import('./cloud.ts')).startInProcessCloud(inject('assembly'), { turn: turns(inject('seed')) })
  : undefined
/** Lets requests at once overtake each other at each call of the table, as on AWS. */
function turns(seed: number): () => Promise<void> {
  const { below } = seededRandom(seed)
  return async () => {
    for (let n = below(3); n > 0; n--) await setImmediate()
  }
}
/** The project `service` provides the assembly and no cloud. */
function isService(): boolean {
  const { assembly, url } = { assembly: inject('assembly'), url: inject('url') } as Partial<ProvidedContext>
  return assembly !== undefined && url === undefined
}

/** The merged environment variables of all functions, with credentials that may do anything. */
export const environment = (): Record<string, string> =>
  inProcessCloud
    ? { ...inProcessCloud.environment, AWS_SESSION_TOKEN: inProcessCloud.ownerToken }
    : inject('environment')
/** The session token of each function's credentials, by construct id without `Function`. */
export const tokens = (): Record<string, string> => inProcessCloud?.tokens ?? inject('tokens')
/** For `inProcess`: the table without the faults of the chaos proxy. */
export const withoutFaults = (): { dynamodb?: string } =>
  inProcessCloud ? {} : { dynamodb: inject('dynamodb') }
/** What the functions have logged so far; in this process their latest lines. */
export const functionLog = (): string =>
  inProcessCloud ? inProcessCloud.log.join('') : readFileSync(inject('functionLog'), 'utf8')
/** The directory of the synthesised app. */
export const assembly = (): string => inject('assembly')
/** The URL of the mailbox. */
export const mailbox = (): string => inProcessCloud?.mail ?? inject('mail')
/** The URL of S3. */
export const s3 = (): string => inProcessCloud?.s3 ?? inject('s3')
