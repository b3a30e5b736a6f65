import type { Query } from 'minisearch'
import { element } from '../shared/element.ts'

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Synonyms of the documentation's terms. */
const synonyms: Record<string, string> = {
  auth: 'signing in',
  authentication: 'signing in',
  login: 'sign in',
  oauth: 'identity providers',
  sso: 'identity providers',
  pagination: 'lists',
  paging: 'lists',
  idempotency: 'repeat a request',
  idempotent: 'repeat a request',
  retry: 'repeat',
  throttling: 'limits',
  quota: 'limits',
  websocket: 'live updates',
  realtime: 'live updates',
  sdk: 'client',
  cli: 'command line',
  parcel: 'package shipment',
}

/** A query that finds all of its words, or what the documentation calls them. */
export function queryOf(text: string): Query {
  const other = wordsOf(text)
    .map((word) => synonyms[word])
    .filter((words) => words !== undefined)
  return { combineWith: 'OR', queries: [text, ...other] }
}

/** The part of a text around the first word that matched. */
export function excerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0))
  if (!Number.isFinite(at) || at < 60) return text.slice(0, 200)
  return `… ${text.slice(text.indexOf(' ', at - 40) + 1, at + 160)}`
}

/** A text in which the words that matched are marked. */
export function highlighted(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${words.join('|')})`, 'iu'))
    .map((part, n) => (n % 2 === 1 ? element('mark', {}, part) : part))
}
