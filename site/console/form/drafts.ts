import type { Entered } from './field.tsx'

/** What was entered into a form, by field. */
export type Draft = Record<string, Entered>

const key = (id: string) => `draft ${id}`
/** Never kept: a password. */
const isSecret = (name: string) => /password|code|secret/.test(name)

/** What was entered into a form and not sent yet; this tab's, until signing out. */
export function keptDraft(id: string): Draft {
  return JSON.parse(sessionStorage.getItem(key(id)) ?? '{}') as Draft
}
export function keepDraft(id: string, draft: Draft): void {
  const kept = Object.entries(draft).filter(([name]) => !isSecret(name))
  sessionStorage.setItem(key(id), JSON.stringify(Object.fromEntries(kept)))
}
export const forgetDraft = (id: string) => sessionStorage.removeItem(key(id))
