import { inject } from 'vitest'
import { dynamoClient } from '../../../shared/db/client.ts'
import { dynamoStore } from '../../../shared/db/store.ts'

/** The store of the running local cloud, behind the mean proxy like everything else. */
export function testStore() {
  Object.assign(process.env, inject('environment'))
  return dynamoStore(dynamoClient(), inject('environment').TABLE_NAME!)
}
