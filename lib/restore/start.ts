import { paginateListEventSourceMappings } from '@aws-sdk/client-lambda'
import { giveConcurrency, withOtherConcurrency } from './functions.ts'
import { Refusal } from './refusal.ts'
import type { Step } from './step.ts'
import { streamOf } from './stream-setting.ts'
import { featureSteps } from './table-features.ts'
import type { Target } from './target.ts'

/**
 * The steps that start the functions again, each with the concurrency that it has in its template. Throws Refusal unless the
 * functions that process the table's stream are deployed with the stream that it has now; with the former table, which
 * `replace` has not deleted, they are.
 */
export async function startSteps(target: Target): Promise<Step[]> {
  await refuseOtherStream(target)
  return [
    ...featureSteps(target),
    {
      name: 'Functions are started',
      look: async () => ((await withOtherConcurrency(target, target.functions)).length === 0 ? 'done' : 'todo'),
      act: () => giveConcurrency(target, target.functions),
    },
  ]
}

/** A function that read the stream of the former table would publish and send nothing of the restored one. */
async function refuseOtherStream(target: Target) {
  const stream = await streamOf(target)
  const states = new Map<string | undefined, string | undefined>()
  const pages = paginateListEventSourceMappings({ client: target.lambda }, { EventSourceArn: stream })
  for await (const { EventSourceMappings = [] } of pages)
    for (const { UUID, State } of EventSourceMappings) states.set(UUID, State)
  const others = target.mappings.filter((id) => states.get(id) !== 'Enabled')
  if (others.length === 0) return
  throw new Refusal({
    found: `Functions do not read the stream ${stream}: ${others.map((id) => `mapping ${id} is ${states.get(id) ?? 'of another stream'}`).join(', ')}.`,
    cure: 'Deploy with the setting tableStreamArn that is in cdk.json (npx cdk deploy --all), or wait until they are Enabled',
  })
}
