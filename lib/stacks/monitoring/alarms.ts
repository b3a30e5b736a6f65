interface Row {
  /** More than so many ... */
  over: number
  /** ... of these. */
  of: string
  /** ... in so many minutes. */
  minutes: number
  /** What it means for people. */
  means: string
  /** How many of the metric's units one of these is; 1 unless given. */
  scale?: number
}

/**
 * Every alarm; its metric is in metrics.ts. The alarms, the dashboard and docs/reference/alarms.md are derived from this, and a
 * test requires a section for each in the runbook.
 */
export const alarms = {
  ApiFails: {
    ...{ over: 10, of: 'responses of the API with 5xx', minutes: 5 },
    means: 'Requests fail. Bookings, scans and sign-ins that are not retried are lost.',
  },
  ApiSlow: {
    ...{ over: 3, of: 'seconds of latency at the 99th percentile', minutes: 15, scale: 1000 },
    means: 'Scanners and pages are slow, and some time out.',
  },
  JobsFail: {
    ...{ over: 5, of: 'failed invocations of jobs', minutes: 15 },
    means: 'E-mails, webhooks, WebSockets, photos or flight updates are delayed.',
  },
  FunctionsThrottled: {
    ...{ over: 10, of: 'throttled invocations of functions', minutes: 5 },
    means: 'Sign-ins get 503, or e-mails, webhooks and WebSockets are delayed.',
  },
  TableFails: {
    ...{ over: 5, of: 'server errors of DynamoDB', minutes: 5 },
    means: 'Requests are slow and some fail. Acknowledged writes are safe.',
  },
  TableThrottled: {
    ...{ over: 10, of: 'throttled requests of DynamoDB', minutes: 5 },
    means: 'Requests are slow and some fail, mostly those of one busy tenant.',
  },
  EventsLate: {
    ...{ over: 300, of: 'seconds of age of the oldest unpublished change', minutes: 5, scale: 1000 },
    means: 'Events, webhooks and WebSockets are delayed. Nothing is lost for 12 hours.',
  },
  LettersLate: {
    ...{ over: 120, of: 'seconds of age of the oldest unsent e-mail', minutes: 5, scale: 1000 },
    means: 'Users wait for codes. After ten minutes an e-mail is dropped.',
  },
  QueuesLate: {
    // A wake may wait for a quarter of an hour and go round.
    ...{ over: 2400, of: 'seconds of age of the oldest unprocessed message', minutes: 5 },
    means: 'Webhooks and WebSockets are delayed, or photos of deleted packages remain.',
  },
  Undelivered: {
    ...{ over: 0, of: 'messages in the queue `undelivered`', minutes: 5 },
    means: 'Retries are exhausted: an event, a webhook, an e-mail or a photo is missing until it is redriven.',
  },
  SessionStolen: {
    ...{ over: 0, of: 'refresh tokens used twice', minutes: 5 },
    means: 'A session was copied. It has ended, and the user has to sign in again.',
  },
  PasswordsGuessed: {
    ...{ over: 200, of: 'failed sign-ins', minutes: 15 },
    means: 'Someone guesses passwords, or a client uses an old one.',
  },
  KeysNotRenewed: {
    ...{ over: 0, of: 'failed invocations of `rotation`', minutes: 60 },
    means: 'No effect on users yet: keys are older than intended.',
  },
  LettersBounce: {
    ...{ over: 5, of: 'percent of e-mails bounced', minutes: 60, scale: 0.01 },
    means: 'SES reviews an account at 5 percent and pauses it at 10; then no e-mail is sent.',
  },
  LettersUnwanted: {
    ...{ over: 0.1, of: 'percent of e-mails reported as spam', minutes: 60, scale: 0.01 },
    means: 'SES reviews an account at 0.1 percent and pauses it at 0.5; then no e-mail is sent.',
  },
} satisfies Record<string, Row>

export type AlarmName = keyof typeof alarms
export const alarmNames = Object.keys(alarms) as AlarmName[]
export const alarmOf = (name: AlarmName): Row => alarms[name]

/** When it goes off, in words. */
export const conditionText = ({ over, of, minutes }: Row) => `More than ${over} ${of}, in ${minutes} minutes`
