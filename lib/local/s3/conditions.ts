import type { StoredObject } from './objects.ts'
import { notImplemented, S3Error } from './error.ts'

type Headers = Record<string, string | string[] | undefined>

/** Condition headers (RFC 9110, section 13.1). A CopyObject's begin with `x-amz-copy-source-`. */
export const conditionHeaders = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since']
export const copyConditionHeaders = conditionHeaders.map((name) => `x-amz-copy-source-${name}`)

const preconditionFailed = () =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')

/** Whether a list of entity tags, quoted or not, or `*`, contains the object's. */
const lists = (tags: string, { etag }: StoredObject) =>
  tags.split(',').some((tag) => ['*', etag, etag.replaceAll('"', '')].includes(tag.trim()))

/**
 * Evaluates the conditions of a read in the order of RFC 9110, section 13.2.2, as S3 does. Returns false if the object
 * is not modified. `prefix` precedes the header names. Throws S3Error (412) if the object is not the expected one.
 */
export function isModified(object: StoredObject, headers: Headers, prefix = ''): boolean {
  const header = (name: string) => headers[`${prefix}${name}`]?.toString()
  const changedSince = (date: string) => Math.floor(object.at / 1000) > Math.floor(Date.parse(date) / 1000)
  const [match, noneMatch] = [header('if-match'), header('if-none-match')]
  const [modifiedSince, unmodifiedSince] = [header('if-modified-since'), header('if-unmodified-since')]
  const isExpected =
    match === undefined ? unmodifiedSince === undefined || !changedSince(unmodifiedSince) : lists(match, object)
  if (!isExpected) throw preconditionFailed()
  if (noneMatch !== undefined) return !lists(noneMatch, object)
  return !(modifiedSince !== undefined && !changedSince(modifiedSince))
}

/**
 * Verifies the conditions of a copy's source. Throws S3Error (412).
 */
export function verifySource(source: StoredObject, headers: Headers): void {
  if (!isModified(source, headers, 'x-amz-copy-source-')) throw preconditionFailed()
}

/**
 * Verifies the conditions of a write (S3 user guide, "Conditional writes"). `current` is the object with its key, if
 * there is one. Throws S3Error: 412, or 404 for `If-Match` without an object.
 */
export function verifyWrite(current: StoredObject | undefined, headers: Headers): void {
  const [match, noneMatch] = [headers['if-match']?.toString(), headers['if-none-match']?.toString()]
  if (noneMatch !== undefined && noneMatch !== '*')
    notImplemented('If-None-Match of a write other than *, and neither does S3')
  if (noneMatch !== undefined && current) throw preconditionFailed()
  if (match === undefined) return
  if (!current) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  if (!lists(match, current)) throw preconditionFailed()
}
