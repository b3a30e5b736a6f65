import { signal } from '@preact/signals'

/** Whether the browser may delete stored data when the phone runs out of room, or after weeks without use. */
export const mayBeDeleted = signal(false)

/** Asks the browser to keep stored data (Storage Standard, "persistent"): it grants that to installed pages at the latest. */
export async function askToPersist(): Promise<void> {
  const { storage } = navigator
  mayBeDeleted.value = !(await storage.persisted()) && !(await storage.persist())
}
