import type { AttributeValue, _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'

/**
 * A record as AWS returns it. DynamoDB Local 3 differs in streams:
 * - An empty map is `{}` instead of `{ M: {} }` (awslabs/amazon-dynamodb-local-samples#37). Other empty values keep their
 *   types, so a value without one is a map.
 * - The time is rounded down to the minute, not to the second.
 */
export function asOnAws(record: StreamRecord): StreamRecord {
  const { NewImage, OldImage, ApproximateCreationDateTime: time, ...rest } = record.dynamodb ?? {}
  return {
    ...record,
    dynamodb: {
      ...rest,
      ...(time && { ApproximateCreationDateTime: latest(time) }),
      ...(NewImage && { NewImage: typedMap(NewImage) }),
      ...(OldImage && { OldImage: typedMap(OldImage) }),
    },
  }
}

/** The latest time that rounds down to this one and is not in the future: a record must not seem too old. */
function latest(time: Date): Date {
  const minute = 60_000
  return time.getTime() % minute === 0 ? new Date(Math.min(time.getTime() + minute - 1, Date.now())) : time
}

const typedMap = (map: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, typed(value)]))

function typed(value: AttributeValue): AttributeValue {
  if (value.M) return { M: typedMap(value.M) }
  if (value.L) return { L: value.L.map(typed) }
  return Object.keys(value).length === 0 ? { M: {} } : value
}
