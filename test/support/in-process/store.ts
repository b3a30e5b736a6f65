import { inject } from 'vitest'
import { dynamoClient, locationOf } from '../../../shared/db/client.ts'
import { dynamoStore } from '../../../shared/db/store.ts'

/** The store of the running local cloud, accessed through the chaos proxy. */
export function testStore() {
  const environment = inject('environment')
  // The SDK reads its credentials from the environment.
  Object.assign(process.env, environment)
  return dynamoStore(dynamoClient(locationOf(environment)), environment['TABLE_NAME']!)
}
