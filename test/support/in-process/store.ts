import { inject } from 'vitest'
import { clientConfig } from '../../../shared/config/clients.ts'
import { dynamoClient } from '../../../shared/db/client.ts'
import { dynamoStore } from '../../../shared/db/store.ts'

/** The store of the running local cloud, accessed through the chaos proxy. */
export function testStore() {
  const environment = inject('environment')
  // The SDK reads its credentials from the environment.
  Object.assign(process.env, environment)
  return dynamoStore(dynamoClient(clientConfig(environment, 'DYNAMODB')), environment['TABLE_NAME']!)
}
