import { Refusal } from '../errors.ts'

/** A record's version as a strong entity tag (RFC 9110 §8.8.3). */
export const etagOf = (version: number) => `"${version}"`

/** Holds a request's If-Match against the version that stands (RFC 9110 §13.1.1; weak tags never match). */
export const versionExpectation = (ifMatch: string | undefined) => (version: number) => {
  if (ifMatch === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (!tags.includes('*') && !tags.includes(etagOf(version)))
    throw new Refusal('stale', 'This record has changed since you read it; read it again', {
      ETag: etagOf(version),
    })
}
