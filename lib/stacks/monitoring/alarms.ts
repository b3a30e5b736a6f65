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
 * Every alarm; its metric is in metrics.ts. The alarms, the dashboard and the table of docs/operations/runbook.md follow from this,
 * and a test holds that the runbook has a section for each.
 */
export const alarms = {
  ApiFails: {
    ...{ over: 10, of: 'answers of the API that say 5xx', minutes: 5 },
    means: 'Requests fail: whoever does not try again has not booked, scanned or signed in.',
  },
  ApiSlow: {
    ...{ over: 3, of: 'seconds for the slowest hundredth of answers', minutes: 15, scale: 1000 },
    means: 'Scanners and pages wait, and some give up.',
  },
  JobsFail: {
    ...{ over: 5, of: 'failed runs of functions that no request reaches', minutes: 15 },
    means: 'Letters, webhooks, live pages, photos or flights fall behind.',
  },
  FunctionsThrottled: {
    ...{ over: 10, of: 'calls of functions that found no room', minutes: 5 },
    means: 'Signing in answers 503, or letters, webhooks and live pages wait.',
  },
  TableFails: {
    ...{ over: 5, of: 'errors of DynamoDB itself', minutes: 5 },
    means: 'Requests take longer and some fail; what was answered is kept.',
  },
  TableThrottled: {
    ...{ over: 10, of: 'requests that DynamoDB was too busy for', minutes: 5 },
    means: 'Requests take longer and some fail, mostly those of one busy company.',
  },
  EventsLate: {
    ...{ over: 300, of: 'seconds since the oldest change that was not told', minutes: 5, scale: 1000 },
    means: 'Events, webhooks and live pages are late; nothing is lost for 12 hours.',
  },
  LettersLate: {
    ...{ over: 120, of: 'seconds since the oldest letter that was not sent', minutes: 5, scale: 1000 },
    means: 'People wait for codes to sign in with; after ten minutes a letter is given up.',
  },
  QueuesLate: {
    // A wake may wait for a quarter of an hour and go round.
    ...{ over: 2400, of: 'seconds since the oldest message that was not worked on', minutes: 5 },
    means: 'Customers’ webhooks and live pages are late, or photos of deleted packages stay.',
  },
  Undelivered: {
    ...{ over: 0, of: 'messages in the queue `undelivered`', minutes: 5 },
    means:
      'Something was given up: an event, a webhook, a letter or a photo is missing until it is sent again.',
  },
  SessionStolen: {
    ...{ over: 0, of: 'refresh tokens that were used twice', minutes: 5 },
    means: 'Somebody’s session was copied. It has ended, and that person has to sign in again.',
  },
  PasswordsGuessed: {
    ...{ over: 200, of: 'sign-ins that failed', minutes: 15 },
    means: 'Somebody guesses passwords, or a customer’s program has an old one.',
  },
  KeysNotRenewed: {
    ...{ over: 0, of: 'failed runs of `rotation`', minutes: 60 },
    means: 'Nobody notices yet: keys are older than they should be.',
  },
  LettersBounce: {
    ...{ over: 5, of: 'letters in a hundred that found no mailbox', minutes: 60, scale: 0.01 },
    means: 'SES looks into accounts at 5 in 100 and stops them at 10: then nobody gets a letter.',
  },
  LettersUnwanted: {
    ...{ over: 0.1, of: 'letters in a hundred that were called spam', minutes: 60, scale: 0.01 },
    means: 'SES looks into accounts at 1 in 1,000 and stops them at 5: then nobody gets a letter.',
  },
} satisfies Record<string, Row>

export type AlarmName = keyof typeof alarms
export const alarmNames = Object.keys(alarms) as AlarmName[]
export const alarmOf = (name: AlarmName): Row => alarms[name]

/** When it goes off, in words. */
export const whenOf = ({ over, of, minutes }: Row) => `More than ${over} ${of}, in ${minutes} minutes`
