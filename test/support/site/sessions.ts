import type { BrowserContext, Page } from 'playwright-core'

/** The requests of a browser from now on that change its session, in order: `logout`, `refresh`, `login`. */
export function sessionRequests(context: BrowserContext): string[] {
  const requests: string[] = []
  context.on('request', (request) => {
    const [, name] = /\/auth\/(logout|refresh|login)$/.exec(new URL(request.url()).pathname) ?? []
    if (name !== undefined) requests.push(name)
  })
  return requests
}

/** All that a page has stored in the browser, as text. */
export const storedTexts = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const kept = database.transaction(store).objectStore(store)
        all.push(await done(kept.getAllKeys()), await done(kept.getAll()))
      }
      database.close()
    }
    return JSON.stringify(all)
  })()`)
