import { account } from '../api/session.ts'
import type { Entered } from './field.tsx'

/** The input of a form, by field. */
export type Draft = Record<string, Entered>

const key = (id: string) => `draft ${account()} ${id}`

/** The input of forms that are not sent yet: of this user, in this tab, until signing out. */
export function keptDraft(id: string): Draft {
  return JSON.parse(sessionStorage.getItem(key(id)) ?? '{}') as Draft
}
/** Keeps it, but for secrets. */
export function keepDraft(id: string, draft: Draft, secrets: readonly string[]): void {
  const kept = Object.entries(draft).filter(([name]) => !secrets.includes(name))
  sessionStorage.setItem(key(id), JSON.stringify(Object.fromEntries(kept)))
}
export function forgetDraft(id: string): void {
  sessionStorage.removeItem(key(id))
  sessionStorage.removeItem(baseKey(id))
}

/** The version of a record, and what a form shows of it. */
export interface Base {
  etag: string
  values: Draft
}
const baseKey = (id: string) => `base ${account()} ${id}`
/** The version of the record that a kept draft changes. */
export const keptBase = (id: string) =>
  (JSON.parse(sessionStorage.getItem(baseKey(id)) ?? 'null') as Base | null) ?? undefined
export const keepBase = (id: string, base: Base) => sessionStorage.setItem(baseKey(id), JSON.stringify(base))

const sentKey = (id: string) => `sent ${account()} ${id}`
/**
 * The Idempotency-Key of a form's body: the same for the same body until it is known to be done, even after a reload. Of a
 * body with a secret nothing is kept.
 */
export function idempotencyKeyOf(
  id: string,
  body: Record<string, unknown>,
  secrets: readonly string[],
): string {
  const kept = JSON.parse(sessionStorage.getItem(sentKey(id)) ?? '{}') as { text?: string; key?: string }
  const text = JSON.stringify(body)
  if (kept.key !== undefined && kept.text === text) return kept.key
  const key = crypto.randomUUID()
  if (!secrets.some((name) => name in body)) sessionStorage.setItem(sentKey(id), JSON.stringify({ text, key }))
  return key
}
/** The requests that forms wait for, by form. */
const requests = new Map<string, Promise<unknown>>()
export const requestOf = (id: string) => requests.get(key(id))
/** Keeps a form's request until it is answered. It must not reject. */
export function keepRequest(id: string, request: Promise<unknown>): void {
  const form = key(id)
  requests.set(form, request)
  void request.then(() => requests.delete(form))
}
export const forgetSent = (id: string) => sessionStorage.removeItem(sentKey(id))

/** The fields of a record as a form shows them. */
export const draftOf = (record: object, names: readonly string[]): Draft =>
  Object.fromEntries(
    Object.entries(record as Record<string, unknown>).flatMap(([name, value]): [string, Entered][] => {
      if (!names.includes(name)) return []
      if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
      if (typeof value === 'boolean') return [[name, value]]
      return Array.isArray(value) ? [[name, value.map(String)]] : []
    }),
  )

/** The fields of a body that differ from the form's first values: other users' changes of other fields stay. */
export const changedIn = (body: Record<string, unknown>, initial: Draft): Record<string, unknown> =>
  // As text: a form has numbers as text.
  Object.fromEntries(Object.entries(body).filter(([name, value]) => textOf(value) !== textOf(initial[name])))
/** A value of a form, to compare it. */
export const textOf = (value: unknown) =>
  JSON.stringify(typeof value === 'number' ? String(value) : (value ?? ''))
