import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** The console message that Chromium writes for an error response. */
export const failed = (status: number) =>
  expect.stringContaining(`the server responded with a status of ${status}`)
/** The console message that Chromium writes if a WebSocket connection fails. */
export const notConnected = /^console: WebSocket connection to '\S+' failed/

/** Delays the page's next request to an address. The returned function forwards it. */
export async function holding(page: Page, address: string) {
  const held = Promise.withResolvers<undefined>()
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await page.route(address, hold, { times: 1 })
  return () => held.resolve(undefined)
}

/** Has the next answer to a POST to an address get lost; `lost` collects what the service answered. */
export async function losing(page: Page, address: string, lost: { id: string }[]) {
  const lose = async (route: Route) => {
    lost.push((await (await route.fetch()).json()) as { id: string })
    await route.abort()
  }
  await page.route(address, lose, { times: 1 })
}
