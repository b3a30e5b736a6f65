import { refusals } from '../../core/errors.ts'

/** Refusals about webhooks. */
export const refused = refusals({
  webhook_pending: [
    'conflict',
    'The webhook is PENDING: no events are sent until its URL confirms a ping; its `next_step` says how',
  ],
  webhook_disabled: ['conflict', 'The webhook is DISABLED; enable it first'],
  test_events_used_up: ['too_many_requests', 'Too many pings and test events in this hour; try again later'],
  replays_used_up: ['too_many_requests', 'Too many replays in this hour; follow the feed of events instead'],
  company_has_most_webhooks: [
    'conflict',
    'A company has at most {max} webhooks that are not DISABLED; delete or disable one first',
  ],
  webhook_url_taken: ['conflict', 'Webhook {webhook_id} has this URL; a URL has one webhook: change its types'],
  ping_code_wrong: [
    'bad_request',
    'This code is not that of the last ping; enter the `data.challenge` that the URL received',
  ],
})
