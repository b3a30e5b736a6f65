import type { Index, Partition } from './keys.ts'

/** What may be done with items, as IAM names it (`dynamodb:GetItem`); a query by an index names that index. */
export type Right =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | `Query ${Index}`
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  /** A member of a transaction that only looks. */
  | 'ConditionCheckItem'

/**
 * What a function does with which of the table's partitions. It is neither less than what the function does, or AWS refuses
 * it, nor more: the tests judge each of its calls (test/support/suite/privilege.ts) and say what is missing and what is not used.
 */
export type TableRights = Partial<Record<Partition, readonly Right[]>>
