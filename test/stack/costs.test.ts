import { expect, test } from 'vitest'
import {
  parcelRequests,
  costsOf,
  prices,
  quantities,
  scansOfParcel,
  unitsOfParcel,
} from '../../bin/generate/costs.ts'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'

test('a parcel has the scans that it is counted with, and costs the measured units', () => {
  const scans = parcelRequests.filter(([request]) => /^POST \/api\/v1\/(scans|scan-event)\b/.test(request))
  expect(scans.reduce((sum, [, times]) => sum + times, 0)).toBe(scansOfParcel)
  // 14 + 15 + 8 + 12 + 4 × 34 + 4 × 11 + 29 + (6 + 17 + 9 + 9 + 13) ÷ 20 + 19.5 + 3 + 0.2 × 7.5 + 5 × 4 + 0.5 × 5, and events.
  expect(unitsOfParcel()).toBeCloseTo(307.2 + 12 * 10, 6)
})

test('a total is the sum of its rows, and grows with parcels apart from fixed costs', () => {
  const { rows, total } = costsOf(1e6)
  expect(rows.map(({ what }) => what)).toEqual(Object.keys(prices))
  expect(rows.find(({ what }) => what === 'DynamoDB, write units on demand')!.dollars).toBeCloseTo(
    (1e6 / 8) * 427.2 * (0.625 / 1e6),
    6,
  )
  expect(total).toBeCloseTo(
    rows.reduce((sum, { dollars }) => sum + dollars, 0),
    6,
  )
  const idle = costsOf(0).total
  expect(costsOf(2e8).total - idle).toBeGreaterThan(1.9 * (costsOf(1e8).total - idle))
})

test('the counted resources are those of the stacks', async () => {
  const watch = templateOf(await appWith(), 'CourierWatch')
  const looked = propertiesOf(watch, 'AWS::CloudWatch::Alarm').flatMap(({ Metrics }) =>
    Metrics ? Metrics.filter(({ MetricStat }: any) => MetricStat) : [1],
  )
  expect(quantities(0)['CloudWatch, alarm metrics a month']).toBe(looked.length)
  expect(quantities(0)['CloudWatch, custom metrics a month']).toBe(
    Object.keys(watch.findResources('AWS::Logs::MetricFilter')).length,
  )
  const secrets = propertiesOf(templateOf(await appWith(), 'CourierData'), 'AWS::SecretsManager::Secret')
  expect(quantities(0)['Secrets Manager, secrets a month']).toBe(secrets.length)
})
