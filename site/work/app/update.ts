import { signal } from '@preact/signals'

/** Whether a new version of the page is loaded, and waits until it is opened. */
export const hasUpdate = signal(false)
let waiting: ServiceWorker | undefined
/** Milliseconds between checks while the page is open: a phone may show it for weeks. */
const checkEvery = 3600_000

/** Only the service worker and the decoder may run as workers (the page's policy for trusted types). */
const policy = (
  globalThis as {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  }
).trustedTypes?.createPolicy('workers', {
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, location.href)
    if (origin === location.origin && pathname.startsWith('/work/')) return url
    throw new TypeError(`${url} is not a script of this page`)
  },
})
/** The URL of a worker's script. Throws TypeError for one that is not of this page. */
export const workerUrl = (url: string) => policy?.createScriptURL(url) ?? url

/** Has the page work without a connection from the next start on, and follows its versions. */
export async function followVersions(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const hadVersion = serviceWorker.controller !== null
  const registration = await serviceWorker.register(workerUrl('/work/service-worker.js'), { scope: '/work' })
  const follow = (worker: ServiceWorker | null) => {
    if (!worker) return
    const note = () => {
      if (worker.state !== 'installed' || !hadVersion) return
      waiting = worker
      hasUpdate.value = true
    }
    note()
    worker.addEventListener('statechange', note)
  }
  follow(registration.waiting)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  // Another tab may have opened the new version: this one follows when no task is open.
  setInterval(() => void registration.update().catch(() => undefined), checkEvery)
}

/** Opens the new version. The queue stays. */
export function openUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('activate')
}
