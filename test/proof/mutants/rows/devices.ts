import type { Mutant } from '../mutant.ts'

const tests = ['test/api/auth/devices.test.ts']

/** Bugs in sessions of named devices, and in what managers do with the sessions of users. */
export const deviceMutants: readonly Mutant[] = [
  {
    ...{ file: 'shared/auth/sessions.ts', tests },
    about: 'every session lasts as long as that of a named device',
    from: 'device_name === undefined ? settings.refreshTokenSeconds : settings.deviceTokenSeconds',
    to: 'settings.deviceTokenSeconds',
    by: 'and others for 7',
  },
  {
    ...{ file: 'shared/auth/sessions.ts', tests },
    about: 'a renewed session of a named device lasts as others',
    from: '...freshToken(ctx, session),',
    to: '...freshToken(ctx, { ...session, device_name: undefined }),',
    by: 'lasts for 30 days without use',
  },
  {
    ...{ file: 'shared/auth/sessions.ts', tests },
    about: 'the cookie of a named device is kept for seven days',
    from: "sign('refresh', claims, issued_at, expires_at - issued_at)",
    to: "sign('refresh', claims, issued_at, ctx.settings.refreshTokenSeconds)",
    by: 'cookie of a named device',
  },
  {
    ...{ file: 'functions/http/users.ts', tests },
    about: 'managers end their own sessions instead of those of a user',
    from: "summary: 'End all sessions of a user',\n    roles: managerRoles,\n    requires: activeSession,\n    reply: Message,\n    decide: ({ ctx, params }) => endAllSessions(ctx, params.id)",
    to: "summary: 'End all sessions of a user',\n    roles: managerRoles,\n    requires: activeSession,\n    reply: Message,\n    decide: ({ ctx, params }) => endAllSessions(ctx, ctx.actor.user_id)",
    by: 'managers see the sessions of a user',
  },
]
