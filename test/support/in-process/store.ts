import { inject } from 'vitest'
import { clientConfig } from '../../../shared/config/clients.ts'
import { dynamoClient } from '../../../shared/db/client.ts'
import { dynamoStore } from '../../../shared/db/store.ts'

/** The store of the running local cloud, behind the mean proxy like everything else. */
export function testStore() {
  const environment = inject('environment')
  // The SDK reads credentials there.
  Object.assign(process.env, environment)
  return dynamoStore(dynamoClient(clientConfig(environment, 'DYNAMODB')), environment['TABLE_NAME']!)
}
