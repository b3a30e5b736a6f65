import { languages } from './messages/messages.ts'
import type { Language } from './messages/types.ts'

const key = 'language'
const isLanguage = (tag: string | null | undefined): tag is Language =>
  tag !== null && tag !== undefined && Object.hasOwn(languages, tag)

/** The language in the URL, which is stored; else the stored one; else the first supported one of the browser. */
export function chosenLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')?.toLowerCase()
  if (isLanguage(requested)) {
    storeLanguage(requested)
    return requested
  }
  const stored = readStored()
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** Stores a choice, in the URL if storage is blocked. */
export function storeLanguage(language: Language): void {
  const address = new URL(location.href)
  if (store(language)) address.searchParams.delete('lang')
  else address.searchParams.set('lang', language)
  history.replaceState(history.state, '', address)
}

// Browsers that block site data throw on access to localStorage.
function readStored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function store(language: Language): boolean {
  try {
    localStorage.setItem(key, language)
    return true
  } catch {
    return false
  }
}
