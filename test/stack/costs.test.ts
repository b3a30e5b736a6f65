import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessPatternsFile } from '../../bin/generate/access-patterns.ts'
import { costsOf, prices, quantities } from '../../bin/generate/costs.ts'
import {
  parcelRequests,
  scansOfParcel,
  statusesOfParcel,
  unitsOfCounting,
  unitsOfParcel,
  unitsOfPublishing,
} from '../../bin/generate/parcel.ts'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'

test('a parcel’s cost is based on the documented number of scans and on the measured units', () => {
  const scans = parcelRequests.filter(({ request }) => /^POST \/api\/v1\/(scans|scan-event)\b/.test(request))
  expect(scans.reduce((sum, { times }) => sum + times, 0)).toBe(scansOfParcel)
  const page = readFileSync(accessPatternsFile, 'utf8').replaceAll('`', '').split('\n')
  const totalOf = ({ reads, writes }: ReturnType<typeof unitsOfParcel>) => reads + writes
  const units = parcelRequests.map(({ request, times, events }) => {
    const row = page.find((line) => line.startsWith(`| ${request} |`))
    return times * (Number(row?.split('|').at(-2)) + (events ? totalOf(unitsOfPublishing(events)) : 0))
  })
  expect(totalOf(unitsOfParcel())).toBeCloseTo(
    units.reduce((sum, one) => sum + one) + statusesOfParcel * totalOf(unitsOfCounting),
    6,
  )
})

test('the total is the sum of its rows, and apart from fixed costs it grows with the number of parcels', () => {
  const { rows, total } = costsOf(1e6)
  expect(rows.map(({ what }) => what)).toEqual(Object.keys(prices))
  expect(rows.find(({ what }) => what === 'DynamoDB, write units on demand')!.dollars).toBeCloseTo(
    (1e6 / 8) * unitsOfParcel().writes * (0.625 / 1e6),
    6,
  )
  expect(total).toBeCloseTo(
    rows.reduce((sum, { dollars }) => sum + dollars, 0),
    6,
  )
  expect(rows.find(({ what }) => what === 'DynamoDB, read units on demand')!.dollars).toBeCloseTo(
    (1e6 / 8) * unitsOfParcel().reads * (0.125 / 1e6),
    6,
  )
  const idle = costsOf(0).total
  expect(costsOf(2e8).total - idle).toBeGreaterThan(1.9 * (costsOf(1e8).total - idle))
})

test('only what is stored grows with the years', () => {
  const [first, third] = [costsOf(1e6), costsOf(1e6, 3)]
  const grown = third.rows.filter(({ dollars }, i) => dollars > first.rows[i]!.dollars)
  expect(grown.map(({ what }) => what)).toEqual([
    'DynamoDB, GB stored a month',
    'DynamoDB, GB of point-in-time recovery a month',
    'S3, GB stored a month',
  ])
})

test('the numbers of alarm metrics, custom metrics and secrets match the stacks', async () => {
  const watch = templateOf(await appWith(), 'CourierWatch')
  const atEdge = templateOf(await appWith(), 'CourierEdgeWatch')
  const alarms = [watch, atEdge].flatMap((template) => propertiesOf(template, 'AWS::CloudWatch::Alarm'))
  const alarmMetrics = alarms.flatMap(({ Metrics }) =>
    Metrics ? Metrics.filter(({ MetricStat }: any) => MetricStat) : [1],
  )
  expect(quantities(0)['CloudWatch, alarm metrics a month']).toBe(alarmMetrics.length)
  // Several logs may count into one metric.
  const metricNames = propertiesOf(watch, 'AWS::Logs::MetricFilter').map(
    ({ MetricTransformations: [{ MetricName }] }: any) => MetricName,
  )
  expect(quantities(0)['CloudWatch, custom metrics a month']).toBe(new Set(metricNames).size)
  const secrets = propertiesOf(templateOf(await appWith(), 'CourierData'), 'AWS::SecretsManager::Secret')
  expect(quantities(0)['Secrets Manager, secrets a month']).toBe(secrets.length)
})
