import { refused } from './refusals.ts'
import { equals } from '../db/conditions.ts'

/** A record's version as a strong entity tag (RFC 9110 §8.8.3). */
export const etagOf = (tag: number | string) => `"${tag}"`

/** The entity tag of the same content in gzip, such as `"1-gzip"`. */
export const withCoding = (etag: string) => etag.replace(/"$/, '-gzip"')
const withoutCoding = (etag: string) => etag.replace(/-gzip"$/, '"')

/** Whether If-None-Match matches the current response (RFC 9110 §13.1.2; weak tags match too). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => withoutCoding(tag.trim().replace(/^W\//, '')))
  return tags.includes('*') || tags.includes(etag)
}

/**
 * Checks If-Match against the current version (RFC 9110 §13.1.1; weak tags never match). Returns the conditions under
 * which a write keeps to it. Throws stale.
 */
export const versionExpectation = (ifMatch: string | undefined) => (version: number | string) => {
  expectMatch(ifMatch, etagOf(version))
  return ifMatch === undefined ? [] : [equals('version', version)]
}

/** Checks If-Match against the entity tag of the current response. Throws stale. */
export function expectMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined) return
  const tags = ifMatch.split(',').map((tag) => withoutCoding(tag.trim()))
  if (tags.includes('*') || tags.includes(etag)) return
  if (!tags.some((tag) => /^"[^"]*"$/.test(tag))) throw refused.if_match_invalid({ etag }).with({ ETag: etag })
  throw refused.record_changed().with({ ETag: etag })
}
