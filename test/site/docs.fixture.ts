import type { Browser } from 'playwright-core'
import { beforeAll, inject } from 'vitest'
import { desktop, sharedBrowser, openPage } from '../support/site/browser.ts'

export const url = inject('url')
export let browser: Browser

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    browser = await sharedBrowser()
  })
}

/** Opens a page of the documentation. */
export async function open(path: string, options = desktop) {
  const opened = await openPage(browser, [url], options)
  await opened.page.goto(url + path)
  return opened
}
