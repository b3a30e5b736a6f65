import type { SecretName } from '../../shared/config/secrets.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import { openJourney, type Failure } from '../../shared/smoke/journey.ts'
import { run } from '../../shared/smoke/run.ts'
import { signInOnce } from '../../shared/smoke/standing-company.ts'
import type { StepName } from '../../shared/smoke/steps.ts'

export const secrets: readonly SecretName[] = ['canary']
export const table: TableRights = {}

/** The daily journey of a parcel; each run deletes its records. */
const steps: StepName[] = ['book', 'package', 'track', 'flight', 'bag', 'pack', 'delete', 'leave']
/** Less than the function's timeout, even if several steps wait. */
const patience = 15_000

/** Runs a journey through the public URL, in a company of its own. Throws an Error that names what failed. */
export const handler = job(async (given, { url }: { url: string }): Promise<void> => {
  const failed = await failuresOf(given, url)
  given.log.info('journey', { outcome: failed.length === 0 ? 'passed' : 'failed' })
  if (failed.length > 0) throw new Error(`The journey through ${url} failed: ${failed.join(', ')}`)
})

async function failuresOf({ secret, log }: Runtime, url: string): Promise<string[]> {
  const journey = openJourney({ url, patience })
  const failed: string[] = []
  // Without the request, as in every log: its path may hold a tracking id.
  const fail = (step: string, { status, request_id, detail }: Partial<Failure>) => {
    log.error('journey', { step, status, request_id, detail })
    failed.push(step)
  }
  try {
    const password = await secret('canary', (value: { password: string }) => value.password)
    const made = await signInOnce(journey, password)
    for await (const { step, outcome, failure = {} } of run(journey, steps, made))
      if (outcome === 'failed') fail(step, failure)
  } catch (error) {
    fail('sign in', journey.failureOf(error))
  }
  return failed
}
