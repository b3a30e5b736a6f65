import { signal } from '@preact/signals'

/** Whether the phone has a network. */
export const isOnline = signal(navigator.onLine)
const follow = () => (isOnline.value = navigator.onLine)
addEventListener('online', follow)
addEventListener('offline', follow)
