import { expect, test } from 'vitest'
import { groups } from '../../functions/index.ts'
import { patternOf } from '../../lib/local/eventbridge/pattern.ts'
import { validationResults } from '../../shared/domain/scans/record.ts'
import { setUp, all, api, mappingOf, statementsOf } from './stack.fixture.ts'

setUp()

test('the publisher gets stream records in order and with retries, and discarded ones go to a queue', () => {
  const mapping = mappingOf('publisher')!.Properties
  expect(mapping).toMatchObject({
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: -1,
    MaximumRecordAgeInSeconds: 43_200,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  })
  expect(JSON.stringify(mapping.DestinationConfig.OnFailure)).toContain('undeliveredQueue')
  // At most two consumers can read a stream without throttling (DynamoDB developer guide, "DynamoDB Streams").
  const readers = all(api, 'AWS::Lambda::EventSourceMapping').filter(({ Properties }) =>
    JSON.stringify(Properties.EventSourceArn).includes('StreamArn'),
  )
  expect(readers).toHaveLength(2)
})

test('the publisher gets rejected scans, but no valid ones', () => {
  const patterns = mappingOf('publisher')!.Properties.FilterCriteria.Filters as { Pattern: string }[]
  const isPublished = (eventName: string, sk: string, item: object) =>
    patterns.some(({ Pattern }) =>
      patternOf(Pattern)({
        eventName,
        dynamodb: { Keys: { pk: { S: 'T#1#X' }, sk: { S: sk } }, NewImage: item },
      }),
    )
  const scan = (result: string) => isPublished('INSERT', 'SCAN', { validation_result: { S: result } })
  expect(validationResults.filter(scan)).toEqual(validationResults.filter((result) => result !== 'valid'))
  expect(isPublished('MODIFY', 'SCAN', { validation_result: { S: 'hmac_invalid' } })).toBe(false)
  expect(isPublished('INSERT', 'SHIP', {})).toBe(true)
  expect(isPublished('INSERT', 'EXPORT', {})).toBe(true)
  expect(isPublished('MODIFY', 'EVENT#1', {})).toBe(true)
  expect(isPublished('REMOVE', 'SHIP', {})).toBe(true)
  expect(isPublished('REMOVE', 'BAG', {})).toBe(false)
  expect(isPublished('REMOVE', 'PKG#1', {})).toBe(true)
  // Lambda's quota for one mapping.
  expect(patterns.length).toBeLessThanOrEqual(5)
})

test('queue messages are handled one at a time, and a message that fails ten times is kept', () => {
  const queues = all(api, 'AWS::SQS::Queue').map(({ Properties }) => Properties)
  expect(queues.filter(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount === 10)).toHaveLength(2)
  for (const name of ['webhooksender', 'livesender', 'scheduler', 'flightsync', 'photosweep', 'transferworker'])
    expect(mappingOf(name)!.Properties).toMatchObject({ BatchSize: 1 })
  for (const name of Object.keys(groups))
    expect(JSON.stringify(statementsOf(name)), `${name} sends no messages itself`).not.toContain(
      'sqs:SendMessage',
    )
})

test('the events of a company and the messages of a subscription stay in order, in queues that set none aside', () => {
  const queues = all(api, 'AWS::SQS::Queue').flatMap(({ Properties }) =>
    Properties.FifoQueue ? [Properties] : [],
  )
  expect(queues).toHaveLength(6)
  for (const queue of queues.slice(0, 3)) {
    expect(queue).toMatchObject({
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      MessageRetentionPeriod: 14 * 24 * 3600,
    })
    expect(queue.RedrivePolicy).toBeUndefined()
  }
  for (const name of ['feedwriter', 'shipmentcounter'])
    expect(mappingOf(name)!.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
})
