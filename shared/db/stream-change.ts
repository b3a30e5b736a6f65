import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import * as z from 'zod'
import { lazySchema } from '../core/lazy-schema.ts'
import { mintGrant, type Grant } from './grant.ts'
import { partitions, type Item } from './keys.ts'

/** A change of a tenant's item, from the table's stream. */
export interface Change {
  grant: Grant
  sk: string
  before: Item | undefined
  after: Item | undefined
  /** The name of the change in the stream. */
  sequence: string
}

/** Reads a stream record; undefined for an item without a tenant. */
export function changeOf({ dynamodb = {} }: DynamoDBRecord): Change | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber: sequence = '' } = dynamodb
  const [prefix, tenantId] = Keys?.['pk']?.S?.split('#') ?? []
  if (`${prefix ?? ''}#` !== partitions.tenant || !tenantId) return undefined
  return {
    grant: mintGrant(tenantId),
    sk: Keys?.['sk']?.S ?? '',
    before: itemOf(OldImage),
    after: itemOf(NewImage),
    sequence,
  }
}
// The types of the SDK and of the event differ in how they write binary values, which no item has.
const itemOf = (image: unknown) =>
  image === undefined ? undefined : (unmarshall(image as Parameters<typeof unmarshall>[0]) as Item)

const Message = lazySchema(() => z.object({ tenant_id: z.guid() }))

/**
 * The tenant of a message from one of our queues, which only our functions write to. Throws a ZodError for
 * anything else.
 */
export const grantOf = (message: unknown): Grant => mintGrant(Message.parse(message).tenant_id)
