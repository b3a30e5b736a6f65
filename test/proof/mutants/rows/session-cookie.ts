import type { Mutant } from '../mutant.ts'

const tests = ['test/api/auth/session-cookie.test.ts']
const file = 'shared/http/cookies/session-cookie.ts'

/** Bugs in sessions that pages keep in a cookie. */
export const sessionCookieMutants: readonly Mutant[] = [
  {
    file,
    tests,
    about: 'scripts can read the cookie of a session',
    from: 'Secure; HttpOnly;',
    to: 'Secure;',
    by: 'out of reach of scripts',
  },
  {
    file,
    tests,
    about: 'browsers send the cookie of a session with links from other sites',
    from: 'Path=/; Secure; HttpOnly; SameSite=Strict',
    to: 'Path=/; Secure; HttpOnly; SameSite=Lax',
    by: 'out of reach of scripts',
  },
  {
    file,
    tests,
    about: 'the refresh token is in the cookie and in the body',
    from: 'return { ...reply, body, headers',
    to: 'return { ...reply, headers',
    by: 'only there',
  },
  {
    file,
    tests,
    about: 'the cookie is used without the header',
    from: 'if (!lifetime) return dispatch(call)',
    to: 'if (!lifetime) return dispatch({ ...call, body: withToken(call) })',
    by: 'cookies ignored',
  },
  {
    file,
    tests,
    about: 'a cookie is persistent that was to end with the browser',
    from: "lifetime === 'persistent' ? secondsOf(refresh_token) : undefined",
    to: 'secondsOf(refresh_token)',
    by: 'only there',
  },
  {
    file,
    tests,
    about: 'a tab that loses a race clears the cookie of the other',
    from: '|| error instanceof RacedRefresh',
    to: '',
    by: 'cookie of the faster stays',
  },
  {
    file,
    tests,
    about: 'pages of other origins are not refused',
    from: 'expectSameOrigin(call, settings)\n  return lifetime',
    to: 'return lifetime',
    by: 'is refused',
  },
  {
    file: 'shared/http/cookies/session-cookie.ts',
    tests,
    about: 'pages of sibling subdomains are not refused',
    from: "site === 'same-origin'",
    to: "site === 'same-origin' || site === 'same-site'",
    by: 'is refused',
  },
  {
    file: 'shared/http/cookies/session-cookie.ts',
    tests,
    about: 'the origin of a page is compared by its beginning',
    from: '`].includes(origin)',
    to: '`].some((own) => own !== undefined && origin.startsWith(own))',
    by: 'is refused',
  },
]
