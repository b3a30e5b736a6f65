import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Assembly } from '../../../lib/local/cloudformation/assembly.ts'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import { runSchedules, schedulesOf } from '../../../lib/local/eventbridge/schedules.ts'

const rules = (...properties: Record<string, unknown>[]): Assembly => ({
  directory: '',
  templates: new Map(),
  assets: new Map(),
  resources: properties.map((one, n) => ({
    stack: 'Api',
    logicalId: `Rule${n}`,
    type: 'AWS::Events::Rule',
    properties: one,
  })),
})
const identity = (value: unknown) => value
const schedulesFor = (ScheduleExpression: string) =>
  schedulesOf(rules({ ScheduleExpression, Targets: [{ Arn: 'arn:watch' }] }), identity)

describe('a schedule in a template', () => {
  test.each([
    ['rate(1 minute)', 60_000],
    ['rate(10 minutes)', 600_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
  ])('with %s runs every %d milliseconds', (expression, everyMilliseconds) => {
    expect(schedulesFor(expression)).toEqual([
      { rule: 'Api-Rule0', everyMilliseconds, targets: [{ functionArn: 'arn:watch' }] },
    ])
  })

  test('is refused if it is not a rate', () => {
    expect(() => schedulesFor('cron(0 3 * * ? *)')).toThrow('supports rate(')
  })

  test('is ignored if its rule is disabled or has an event pattern instead', () => {
    const [off, waiting] = [{ ScheduleExpression: 'rate(1 minute)', State: 'DISABLED' }, { EventPattern: {} }]
    expect(schedulesOf(rules(off, waiting), identity)).toEqual([])
  })
})

describe('a scheduled function', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-06-01T08:00:00Z') }))
  afterEach(() => void vi.useRealTimers())
  const recordingFunction = (retryAttempts = 0) => {
    const events: any[] = []
    const invoke = (event: string) => {
      events.push(JSON.parse(event))
      return Promise.resolve('error' as const)
    }
    return {
      events,
      target: { arn: 'arn:watch', name: 'watch', retryAttempts, invoke } as unknown as LambdaFunction,
    }
  }

  test('receives the EventBridge event at each run, until the cloud stops', () => {
    const { events, target } = recordingFunction()
    using running = runSchedules(schedulesFor('rate(10 minutes)'), [target])
    vi.advanceTimersByTime(599_999)
    expect(events).toEqual([])
    vi.advanceTimersByTime(600_001)
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      time: '2030-06-01T08:10:00Z',
      resources: [expect.stringMatching(/:rule\/Api-Rule0$/)],
    })
    running[Symbol.dispose]()
    vi.advanceTimersByTime(6_000_000)
    expect(events).toHaveLength(2)
  })

  test('receives the rule’s input if it has one', () => {
    const { events, target } = recordingFunction()
    const rule = {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [{ Arn: 'arn:watch', Input: '{"only":"this"}' }],
    }
    using _running = runSchedules(schedulesOf(rules(rule), identity), [target])
    vi.advanceTimersByTime(60_000)
    expect(events).toEqual([{ only: 'this' }])
  })

  test('is retried as asynchronous invocations are', async () => {
    const { events, target } = recordingFunction(2)
    using _running = runSchedules(schedulesFor('rate(10 minutes)'), [target])
    await vi.advanceTimersByTimeAsync(660_000)
    expect(events).toHaveLength(3)
  })

  test('must exist', () => {
    expect(() => runSchedules(schedulesFor('rate(1 minute)'), [])).toThrow(
      'Rule Api-Rule0 invokes arn:watch, which the app does not have.',
    )
  })
})
