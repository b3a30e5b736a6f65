import type { Result } from './run.ts'

/** How DynamoDB evaluates the conditions of the functions' policies (lib/stacks/data/grants.ts). */
export interface Judgement {
  verdict: 'allowed' | 'denied' | 'unknown'
  text: string
}

/** Conditions that AWS might evaluate otherwise than documented, by the step that needs them. */
const judged = { register: 'the members of a transaction', lists: 'a query of an index' } as const
const isJudged = (step: string): step is keyof typeof judged => step in judged

/**
 * Judges the conditions by the first steps; undefined as long as their results are missing. A function that DynamoDB
 * denies a call answers 500; 503 comes from the gateway, for a function that is throttled or too slow.
 */
export function judge(results: readonly Result[]): Judgement | undefined {
  const probes = results.filter(({ step }) => isJudged(step))
  const failed = probes.find(({ outcome }) => outcome === 'failed')
  if (!failed) {
    if (probes.length < Object.keys(judged).length) return undefined
    return { verdict: 'allowed', text: 'DynamoDB allows transactions and queries of indexes' }
  }
  const { step, failure } = failed
  if (!isJudged(step) || failure?.status !== 500)
    return { verdict: 'unknown', text: `Whether DynamoDB allows transactions is not known: ${step} failed` }
  const [functionName, text] = [step === 'register' ? 'auth' : 'shipments', judged[step]]
  return {
    verdict: 'denied',
    text:
      `DynamoDB denied ${text} (${step}: 500): deploy with -c tableConditions=enclosingOperation, if the log confirms it: ` +
      `query ${functionName} 'filter error.message like /perform: dynamodb:/'`,
  }
}
