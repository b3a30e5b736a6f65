import type { Index, Partition } from './keys.ts'

/** Actions on items, as IAM names them (`dynamodb:GetItem`); a query of an index names that index. */
export type Right =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | `Query ${Index}`
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  /** A condition check in a transaction. */
  | 'ConditionCheckItem'

/**
 * The actions of a function on each partition of the table. The tests judge each call
 * (test/support/suite/privilege.ts): a missing right fails the test, an unused right fails the run.
 */
export type TableRights = Partial<Record<Partition, readonly Right[]>>
