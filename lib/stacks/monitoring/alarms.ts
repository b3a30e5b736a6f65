interface AlarmRow {
  /** The threshold. */
  threshold: number
  /** The measured quantity, after "More than <threshold>". */
  quantity: string
  minutes: number
  /** The effect on users. */
  effect: string
  /** The threshold's unit in units of the metric. Default 1. */
  scale?: number
  /** A deployment during which it goes off is rolled back. */
  stopsDeployments?: true
}

/**
 * The alarms; their metrics are in metrics.ts. Alarms, dashboard and docs/reference/alarms.md are generated from this. A
 * test requires a section for each alarm in the runbook.
 */
const mainAlarms = {
  ApiFails: {
    threshold: 10,
    quantity: 'responses of the API with 5xx',
    minutes: 5,
    stopsDeployments: true,
    effect: 'Requests fail. Bookings, scans and sign-ins that are not retried are lost.',
  },
  ApiSlow: {
    threshold: 3,
    quantity: 'seconds of latency at the 99th percentile',
    minutes: 15,
    scale: 1000,
    effect: 'Scanners and pages are slow, and some time out.',
  },
  JourneyFails: {
    threshold: 1,
    quantity: 'failed synthetic journeys',
    minutes: 15,
    stopsDeployments: true,
    effect: 'Booking, packing or tracking does not work.',
  },
  JobsFail: {
    threshold: 5,
    quantity: 'failed invocations of jobs by streams, uploads, WebSockets and schedules',
    minutes: 15,
    stopsDeployments: true,
    effect: 'Events, e-mails, photos or flight updates are delayed, or WebSockets do not open.',
  },
  QueueJobsFail: {
    threshold: 5,
    quantity: 'failed invocations of jobs by queues',
    minutes: 15,
    stopsDeployments: true,
    effect: 'The feed, webhooks, WebSockets or flight updates are delayed.',
  },
  FunctionsThrottled: {
    threshold: 10,
    quantity: 'throttled invocations of functions',
    minutes: 5,
    effect: 'Sign-ins get 503, or e-mails, webhooks and WebSockets are delayed.',
  },
  TableFails: {
    threshold: 5,
    quantity: 'server errors of DynamoDB',
    minutes: 5,
    effect: 'Requests are slow and some fail. Acknowledged writes are safe.',
  },
  TableThrottled: {
    threshold: 10,
    quantity: 'throttled requests of DynamoDB',
    minutes: 5,
    effect: 'Requests are slow and some fail, mostly those of one busy tenant.',
  },
  TableConflicts: {
    threshold: 1000,
    quantity: 'conflicts of transactions',
    minutes: 5,
    effect: 'Requests that change the same records wait for each other, and some get 503.',
  },
  EventsLate: {
    threshold: 300,
    quantity: 'seconds of age of the oldest unpublished change',
    minutes: 5,
    scale: 1000,
    effect: 'Events, webhooks and WebSockets are delayed. Nothing is lost for 12 hours.',
  },
  LettersLate: {
    threshold: 120,
    quantity: 'seconds of age of the oldest unsent e-mail',
    minutes: 5,
    scale: 1000,
    effect: 'Users wait for codes, which are dropped after ten minutes. Notices are delayed.',
  },
  LettersRejected: {
    threshold: 0,
    quantity: 'e-mails rejected by SES',
    minutes: 5,
    effect: 'They are not sent again: users wait for a code that does not come.',
  },
  QueuesLate: {
    // A wake-up may be delayed by 15 minutes and sent again.
    threshold: 2400,
    quantity: 'seconds of age of the oldest unprocessed message',
    minutes: 5,
    effect: 'Webhooks, WebSockets, imports and exports are delayed, or photos of deleted packages remain.',
  },
  Undelivered: {
    threshold: 0,
    quantity: 'messages in the queue `undelivered`',
    minutes: 5,
    effect: 'Retries are exhausted: an event, a webhook, an e-mail or a photo is missing until it is redriven.',
  },
  SessionStolen: {
    threshold: 0,
    quantity: 'refresh tokens used twice',
    minutes: 5,
    effect: 'A session was copied. It has ended, and the user has to sign in again.',
  },
  PasswordsGuessed: {
    threshold: 200,
    quantity: 'failed sign-ins',
    minutes: 15,
    effect: 'Someone guesses passwords, or a client uses an old one.',
  },
  CompanyThrottled: {
    threshold: 1000,
    quantity: 'requests beyond a company’s quota',
    minutes: 15,
    effect: 'A company sends more than `companyRate` and gets 429. Others are not affected.',
  },
  KeysNotRenewed: {
    threshold: 0,
    quantity: 'failed invocations of `rotation`',
    minutes: 60,
    effect: 'No effect on users yet: keys are older than intended.',
  },
  LettersBounce: {
    threshold: 5,
    quantity: 'percent of e-mails bounced',
    minutes: 60,
    scale: 0.01,
    effect: 'SES reviews an account at 5 percent and pauses it at 10; then no e-mail is sent.',
  },
  LettersUnwanted: {
    threshold: 0.1,
    quantity: 'percent of e-mails reported as spam',
    minutes: 60,
    scale: 0.01,
    effect: 'SES reviews an account at 0.1 percent and pauses it at 0.5; then no e-mail is sent.',
  },
} satisfies Record<string, AlarmRow>

/** Alarms of metrics that CloudFront writes in us-east-1, where the alarms have to be too. */
const edgeAlarms = {
  EdgeFails: {
    threshold: 1,
    quantity: 'percent of responses of the edge with 5xx',
    minutes: 5,
    effect: 'Users see errors, also if the API has none: the edge does not reach it, or the pages.',
  },
} satisfies Record<string, AlarmRow>
const alarms = { ...mainAlarms, ...edgeAlarms }

export type AlarmName = keyof typeof alarms
export type MainAlarmName = keyof typeof mainAlarms
export const mainAlarmNames = Object.keys(mainAlarms) as MainAlarmName[]
export const alarmNames = Object.keys(alarms) as AlarmName[]
export const alarmOf = (name: AlarmName): AlarmRow => alarms[name]

/** The physical name of an alarm: deployments watch some of a stack that is created later (lib/stacks/rollout). */
export const physicalAlarmName = (stackName: string, name: AlarmName) => `${stackName}-${name}`

/** The alarm's condition as text. */
export const conditionOf = ({ threshold, quantity, minutes }: AlarmRow) =>
  `More than ${threshold} ${quantity}, in ${minutes} minutes`
