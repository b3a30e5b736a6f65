import { inject } from 'vitest'
import { dynamoClient, locationOf } from '../../../shared/db/client.ts'
import { dynamoStore } from '../../../shared/db/store.ts'

/** The store of the running local cloud, behind the mean proxy like everything else. */
export function testStore() {
  const environment = inject('environment')
  // The SDK reads credentials there.
  Object.assign(process.env, environment)
  return dynamoStore(dynamoClient(locationOf(environment)), environment['TABLE_NAME']!)
}
