import { clientConfig } from '../../../shared/config/clients.ts'
import { dynamoClient } from '../../../shared/db/client.ts'
import { dynamoStore, type Store } from '../../../shared/db/store.ts'
import { environment as environmentOfAll, inProcessCloud } from './context.ts'

/**
 * The table of the service: that in memory, or that of the running local cloud through the chaos proxy; with
 * `withoutFaults()`, without it.
 */
export function testStore({ dynamodb }: { dynamodb?: string } = {}): Store {
  const environment: Record<string, string> = {
    ...environmentOfAll(),
    ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb }),
  }
  const token = environment['AWS_SESSION_TOKEN'] ?? ''
  if (inProcessCloud) return inProcessCloud.partsOf(environment, () => token).store
  // The SDK reads its credentials from the environment.
  Object.assign(process.env, environment)
  return dynamoStore(dynamoClient(clientConfig(environment, 'DYNAMODB')), environment['TABLE_NAME'] ?? '')
}
