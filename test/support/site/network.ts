import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** The console message that Chromium writes for an error response. */
export const failed = (status: number) =>
  expect.stringContaining(`the server responded with a status of ${status}`)
/** The console message that Chromium writes if a WebSocket connection fails. */
export const notConnected = /^console: WebSocket connection to '\S+' failed/

// A method before the address is optional: `PUT **/bags/1`. The route stays: when a page's last route ends, as with
// Playwright's `times: 1`, Chromium may lose a request that is sent at that moment.
/** Answers the page's next request to an address. */
export async function routeNext(page: Page, which: string, answer: (route: Route) => Promise<void>) {
  const [address = '', method] = which.split(' ').reverse()
  let isNext = true
  await page.route(address, (route) => {
    if (!isNext || (method && method !== route.request().method())) return route.fallback()
    isNext = false
    return answer(route)
  })
}

/** Delays the page's next request to an address. The returned function forwards it. */
export async function holding(page: Page, address: string) {
  const held = Promise.withResolvers<undefined>()
  await routeNext(page, address, async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

/** Has the next answer to a POST to an address get lost; `lost` collects what the service answered. */
export const losing = (page: Page, address: string, lost: { id: string }[]) =>
  routeNext(page, address, async (route) => {
    lost.push((await (await route.fetch()).json()) as { id: string })
    await route.abort()
  })
