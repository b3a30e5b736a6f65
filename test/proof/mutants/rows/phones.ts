import type { Mutant } from '../mutant.ts'

const tests = ['test/api/auth/devices.test.ts']

/** Bugs in what phones of workers and couriers use: sessions of named devices, no-shows, and custody of bags. */
export const phoneMutants: readonly Mutant[] = [
  {
    file: 'shared/auth/sessions.ts',
    tests,
    about: 'every session lasts as long as that of a named device',
    from: 'device_name === undefined ? settings.refreshTokenSeconds : settings.deviceTokenSeconds',
    to: 'settings.deviceTokenSeconds',
    by: 'and others for 7',
  },
  {
    file: 'shared/auth/sessions.ts',
    tests,
    about: 'a renewed session of a named device lasts as others',
    from: '...freshToken(ctx, session),',
    to: '...freshToken(ctx, { ...session, device_name: undefined }),',
    by: 'lasts for 30 days without use',
  },
  {
    file: 'shared/auth/sessions.ts',
    tests,
    about: 'the cookie of a named device is kept for seven days',
    from: "sign('refresh', claims, issued_at, expires_at - issued_at)",
    to: "sign('refresh', claims, issued_at, ctx.settings.refreshTokenSeconds)",
    by: 'cookie of a named device',
  },
  {
    file: 'functions/http/users.ts',
    tests,
    about: 'managers end their own sessions instead of those of a user',
    from: "'The user may sign in again. Access tokens stay valid until they expire, 15 minutes at most.',\n    roles: managerRoles,\n    requires: activeSession,\n    reply: Message,\n    decide: ({ ctx, params }) => endAllSessions(ctx, params.id)",
    to: "'The user may sign in again. Access tokens stay valid until they expire, 15 minutes at most.',\n    roles: managerRoles,\n    requires: activeSession,\n    reply: Message,\n    decide: ({ ctx, params }) => endAllSessions(ctx, ctx.actor.user_id)",
    by: 'managers see the sessions of a user',
  },
  {
    file: 'shared/domain/flights/no-show.ts',
    tests: ['test/api/couriers/no-shows.test.ts'],
    about: 'couriers report colleagues',
    from: 'expectOwn(actor, couriers.noun, { courier_id })',
    to: '',
    by: 'for themselves only',
  },
  {
    file: 'shared/domain/flights/no-show.ts',
    tests: ['test/api/couriers/no-shows.test.ts'],
    about: 'a no-show marks the bags of all couriers on the flight',
    from: '.filter((bag) => bag.courier_id === courier_id)\n    .map((bag) => updateBag(table, bag, { no_show }, now).write)',
    to: '.map((bag) => updateBag(table, bag, { no_show }, now).write)',
    by: 'needs another',
  },
  {
    file: 'shared/domain/bags/record.ts',
    tests: ['test/api/couriers/no-shows.test.ts'],
    about: 'a bag that has another flight still needs another courier',
    from: '`${courierId} ${flightId}`',
    to: '`${courierId}`',
    by: 'needs another',
  },
  {
    file: 'shared/domain/bags/changes.ts',
    tests: ['test/api/scans/custody.test.ts'],
    about: 'of the scans of custody only the latest of a kind is kept',
    from: '? n === events.length - 1 && one.actor_id === actor_id',
    to: '? n >= 0',
    by: 'in order',
  },
]
