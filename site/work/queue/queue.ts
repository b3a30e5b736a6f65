import { computed, signal } from '@preact/signals'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import type { Entry, Inputs, Kind } from './entry.ts'
import { sendAll } from './send.ts'
import { importKeys } from './seal.ts'
import {
  append,
  entriesOf,
  keepKeys,
  keptKeys,
  remove,
  sealEntries,
  update,
  useKeys,
  waitingOfOthers,
} from './store.ts'

/** Seconds after which sent entries are forgotten, when no other entry may refer to them. */
const forgottenAfter = 24 * 3600

let user = ''
/** Whether the service has given the keys of the queue. */
let isUnlocked = false
const entries = signal<readonly Entry[]>([])
/** Whether the queue has been read, all of it: after a sign-in it is sealed until its keys are there. */
export const isRead = signal(false)
/** How many entries of other users wait on this phone, until they sign in again. */
export const others = signal(0)
export const waiting = computed(() => entries.value.filter(({ state }) => state === 'waiting'))
export const refused = computed(() => entries.value.filter(({ state }) => state === 'refused'))
export const done = computed(() => entries.value.filter(({ state }) => state === 'done'))

/** The other tabs, which show the same queue. */
const tabs = new BroadcastChannel('queue')
tabs.onmessage = () => void read()

async function read(): Promise<void> {
  const of = user
  const [own, ofOthers] = await Promise.all([entriesOf(of), waitingOfOthers(of)])
  if (of !== user) return
  entries.value = own.entries
  others.value = ofOthers
  isRead.value = own.isWhole || isUnlocked
}
async function changed(): Promise<void> {
  await read()
  tabs.postMessage('')
}

/** Shows and sends the queue of a user from now on; those of others stay as they are, and sealed. */
export const openQueue = (id: string): Promise<void> => (opening = openFor(id))
let opening = Promise.resolve()
async function openFor(id: string): Promise<void> {
  closeQueue()
  user = id
  const kept = await keptKeys(id)
  if (kept && user === id) useKeys(kept)
  await read()
  const isOld = ({ at }: Entry) => Date.now() - Date.parse(at) > forgottenAfter * 1000
  if (waiting.value.length + refused.value.length === 0) await remove(done.value.filter(isOld))
  await read()
  send()
}

/**
 * Seals and opens the queue with the keys that the service gives its signed-in user, and keeps them until they sign out. What was
 * stored without is sealed now. Throws what `fetch` throws, and CourierError.
 */
export async function unlockQueue(id: string): Promise<void> {
  const { keys } = await unwrap(api.GET('/api/v1/users/me/phone-keys'))
  const imported = await importKeys(keys)
  await opening
  if (user !== id) return
  useKeys(imported)
  isUnlocked = true
  await keepKeys(id, imported)
  // Not while one is sent, whose outcome is written.
  await navigator.locks.request('queue', () => sealEntries(id))
  await changed()
  send()
}

/** Shows and sends nothing any more: the user has signed out. */
export function closeQueue(): void {
  user = ''
  isUnlocked = false
  useKeys(new Map())
  entries.value = []
  isRead.value = false
}

/**
 * Stores an entry, and sends it as soon as there is a connection. Returns its id when it is stored. Throws a
 * DOMException if the phone has no room: then it is not kept.
 */
export async function add<K extends Kind>(
  kind: K,
  label: string,
  input: Inputs[K],
  at = new Date().toISOString(),
): Promise<string> {
  const id = crypto.randomUUID()
  const entry = { id, user, at, kind, input, label, state: 'waiting' } as const
  await append(entry)
  await changed()
  send()
  return id
}

/**
 * Sends a refused entry again. One whose time was refused, since the clock of the phone was wrong, gets the current time, and an id
 * of its own, since the service knows the former with another body.
 */
export async function retry({ problem, tried_at: _, ...entry }: Entry): Promise<void> {
  const isOfTime = problem?.detail.startsWith('occurred_at: ')
  const asOfNow = isOfTime && { id: crypto.randomUUID(), at: new Date().toISOString() }
  await update([{ ...entry, ...asOfNow, state: 'waiting' }])
  await changed()
  send()
}
/** Removes refused entries, after the user has seen why. */
export async function discard(...ids: readonly string[]): Promise<void> {
  await remove(refused.value.filter(({ id }) => ids.includes(id)))
  await changed()
}

/** The outcome of an entry: undefined if it still waits after `milliseconds`, where they are given. */
export function settled(id: string, milliseconds?: number): Promise<Entry | undefined> {
  return new Promise((resolve) => {
    const timer = milliseconds && setTimeout(() => finish(undefined), milliseconds)
    const stop = entries.subscribe((all) => {
      const entry = all.find((one) => one.id === id)
      if (entry && entry.state !== 'waiting') queueMicrotask(() => finish(entry))
    })
    function finish(entry: Entry | undefined): void {
      clearTimeout(timer)
      stop()
      resolve(entry)
    }
  })
}

let isSending = false
let isAskedAgain = false
/** Attempts in a row without an answer, or with one that says to try again. */
let failures = 0
/** In seconds: longer than this, it is not waited. */
const longestWait = 120
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits; again after a while until all is sent. */
export function send(): void {
  clearTimeout(timer)
  isAskedAgain = isSending
  if (isSending || user === '') return
  isSending = true
  const onChange = () => void changed()
  sendAll(user, onChange)
    .catch(() => ({ state: 'later', seconds: 5 }) as const)
    .then((sent) => {
      isSending = false
      if (sent.state !== 'later') failures = 0
      if (isAskedAgain) send()
      else if (sent.state === 'later') timer = setTimeout(send, 1000 * waitOf(sent.seconds))
    })
    .catch(() => undefined)
}
/** Longer after each failure, and not the same on all phones, which would come back at once after an outage. */
const waitOf = (seconds: number) =>
  Math.max(seconds, Math.min(longestWait, seconds * 2 ** failures++)) * (1 + Math.random() / 2)

function sendNow(): void {
  failures = 0
  send()
}
addEventListener('online', sendNow)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) sendNow()
})
