import type { AccessRequest } from '../../../lib/local/iam/policy.ts'
import { tableArn } from '../../../lib/local/cloudformation/names.ts'
import type { Key } from '../../../shared/db/keys.ts'
import { keyOf, type Write } from '../../../shared/db/requests.ts'
import type { Store } from '../../../shared/db/store.ts'
import { enclosingOperation } from '../chaos-proxy/access.ts'

/**
 * A store that asks `authorize` before each operation, as DynamoDB asks IAM: once for each member of a transaction, and once
 * for all keys of a batch. `authorize` throws if the role of the caller does not allow it.
 */
export function guardedStore(store: Store, table: string, authorize: (request: AccessRequest) => void): Store {
  const ask = (action: string, keys: readonly Pick<Key, 'pk'>[], { index = '', enclosing = '' } = {}) =>
    authorize({
      action: `dynamodb:${action}`,
      resource: tableArn(table) + (index && `/index/${index}`),
      context: {
        'dynamodb:LeadingKeys': keys.map(({ pk }) => pk),
        ...(enclosing && { [enclosingOperation]: [enclosing] }),
      },
    })
  return {
    async get(key) {
      ask('GetItem', [key])
      return store.get(key)
    },
    async batch(keys, isConsistent) {
      if (keys.length > 0) ask('BatchGetItem', keys)
      return store.batch(keys, isConsistent)
    },
    async transactGet(keys) {
      for (const key of keys) ask('GetItem', [key], { enclosing: 'TransactGetItems' })
      return store.transactGet(keys)
    },
    async query(query) {
      ask('Query', [{ pk: query.partition }], query.index && { index: query.index })
      return store.query(query)
    },
    async update(write, once) {
      ask('UpdateItem', [write.update])
      return store.update(write, once)
    },
    async commit(writes, deadline) {
      for (const write of writes) ask(actionOf(write), [keyOf(write)], { enclosing: 'TransactWriteItems' })
      return store.commit(writes, deadline)
    },
  }
}

function actionOf(write: Write): string {
  if ('put' in write) return 'PutItem'
  if ('update' in write) return 'UpdateItem'
  return 'delete' in write ? 'DeleteItem' : 'ConditionCheckItem'
}
