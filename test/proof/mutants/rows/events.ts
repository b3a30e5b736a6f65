import type { Mutant } from '../mutant.ts'

const feed = ['test/api/events/feed.test.ts']
const webhooks = ['test/api/events/webhooks.test.ts']

/** Bugs in the feed of events, and in webhooks. */
export const eventsMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/events/feed.ts',
    about: 'every role reads events of all types',
    from: 'typesFor(actor.role).filter',
    to: 'feedTypeNames.filter',
    tests: feed,
    by: 'each role gets only the types',
  },
  {
    file: 'shared/domain/events/feed.ts',
    about: 'the feed continues with the event that a client has read last',
    from: 'if (place) return place.number',
    to: 'if (place) return place.number - 1',
    tests: feed,
    by: 'events have consecutive numbers',
  },
  {
    file: 'shared/domain/events/derive-events.ts',
    about: 'an event of a status does not name the one before',
    from: 'previous_status: before?.status ?? null',
    to: 'previous_status: null',
    tests: feed,
    by: 'a shipment’s changes of status',
  },
  {
    file: 'shared/domain/webhooks/deliveries.ts',
    about: 'a test event is sent to a webhook that is disabled',
    from: "if (status === 'DISABLED') throw refused.webhook_disabled()",
    to: '',
    tests: webhooks,
    by: 'can be created, read, listed, changed and deleted',
  },
  {
    file: 'shared/domain/webhooks/webhooks.ts',
    about: 'a second rotation within a day ends the first secret',
    from: '...(current.former ?? []).filter(({ until }) => until > now.toISOString()),',
    to: '',
    tests: webhooks,
    by: 'both secrets sign for a day',
  },
]
