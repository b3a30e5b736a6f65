import { expect, test } from 'vitest'
import { jobQueues } from '../../../lib/stacks/events/queues.ts'
import { setUp, all, allOfFunctions, api, jobsStack } from '../stack.fixture.ts'

setUp()

/** The visibility timeout of each job's queue and the timeout of the function that processes it, in seconds. */
const timeouts = () => {
  const [ofApi, ofJobs] = [api, jobsStack].map((template) => template.toJSON()['Resources'])
  const Resources: Record<string, { Properties: any }> = { ...ofApi, ...ofJobs }
  const mappings = allOfFunctions('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties)
  return Object.fromEntries(
    Object.keys(jobQueues).map((name) => {
      const [id, queue] = Object.entries(Resources).find(([id]) => id.startsWith(`${name}Queue`))!
      const mapping = mappings.find(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes(id))
      const [, alias = ''] = /"Ref":"(\w+)"/.exec(JSON.stringify(mapping.FunctionName)) ?? []
      const processor = Resources[Resources[alias]!.Properties.FunctionName.Ref]!
      return [name, [queue.Properties.VisibilityTimeout, processor.Properties.Timeout]]
    }),
  )
}

test('a message is hidden six times as long as its function runs, but in queues whose messages wait for it', () => {
  expect(timeouts()).toEqual({
    feed: [10, 10],
    webhooks: [25, 25],
    live: [10, 10],
    flights: [360, 60],
    scheduled: [60, 10],
    sweeps: [150, 25],
    transfers: [60, 60],
    statistics: [30, 30],
  })
})

test('a message of flights is tried again before it expires', () => {
  const [visibility = 0] = timeouts()['flights']!
  expect(jobQueues.flights.retention.toSeconds()).toBeGreaterThan(visibility)
})

test('only secrets of this account may invoke the rotation function', () => {
  const rotating = all(api, 'AWS::Lambda::Permission').filter(
    ({ Properties }) => Properties.Principal === 'secretsmanager.amazonaws.com',
  )
  expect(rotating.map(({ Properties }) => Properties.SourceAccount)).toEqual([{ Ref: 'AWS::AccountId' }])
})
