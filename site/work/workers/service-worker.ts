declare const self: ServiceWorkerGlobalScope
/** Written by the build (lib/site/build.ts): the page's path, its HTML, and all files of this version. */
declare const PAGE: string, SHELL: string, FILES: readonly string[]

const prefix = 'work '
/** The cache of this version: its HTML's name changes with every file. */
const cacheName = `${prefix}${SHELL}`

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  const isPage = mode === 'navigate' && (pathname === PAGE || pathname.startsWith(`${PAGE}/`))
  if (isPage) event.respondWith(cached(SHELL))
  else if (isFile(pathname)) event.respondWith(cached(pathname))
})
// The page asks for it when no task is open. Until then, this version waits.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting())
})

/** Files have names with a content hash (lib/site/hashed-name.ts): the same name is the same file. */
const isFile = (path: string) => path.startsWith(`${PAGE}/`) && /-[A-Z0-9]{8}\.[a-z0-9]+$/.test(path)

/** Keeps all files of this version; what an earlier version has too is not loaded again. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const load = async (path: string) => {
    const kept = await caches.match(path)
    await (kept ? cache.put(path, kept) : cache.add(path))
  }
  await Promise.all(FILES.map(load))
}

/** Deletes the files of versions before the last, which a page in another tab may still need. */
async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** A file of any version that is kept; else from the network. */
const cached = async (path: string) => (await caches.match(path)) ?? fetch(path)
