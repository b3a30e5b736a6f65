import { expect, test } from 'vitest'
import { features } from '../../lib/restore/table-features.ts'
import { all, data, setUp } from '../stack/stack.fixture.ts'
import { restoredProperties } from './account/tables.ts'

setUp()

test('every property of the table is restored by DynamoDB or set by a step', () => {
  const [{ Properties }] = all(data, 'AWS::DynamoDB::GlobalTable') as [{ Properties: any }]
  const { Replicas, ...properties } = Properties
  // The region is that of the stack; indexes and key of a replica are those of the table.
  const { Region, GlobalSecondaryIndexes, SSESpecification, ...replica } = Replicas[0]
  expect(Replicas).toHaveLength(1)
  expect(Object.keys({ ...properties, ...replica }).sort()).toEqual(
    [...restoredProperties, ...Object.keys(features)].sort(),
  )
})
