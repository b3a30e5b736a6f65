import type { Route } from 'playwright-core'

/** Answers a request as the service does five minutes after the user proved their second factor. */
export const factorIsLate = (route: Route) =>
  route.fulfill({
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age="300"' },
    json: { detail: 'Prove it', code: 'insufficient_user_authentication', reason: 'factor_not_recent' },
  })
