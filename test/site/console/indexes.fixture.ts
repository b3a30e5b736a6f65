import { lag } from '../../support/chaos-proxy/faults/index-lag.ts'
import { waitUntil } from '../../support/suite/wait.ts'

/** Waits until what was created so far is in each index: the chaos proxy lets an index lag behind for a while. */
export async function indexesCaughtUp(): Promise<void> {
  const created = Date.now()
  await waitUntil(() => Date.now() - created > lag)
}
