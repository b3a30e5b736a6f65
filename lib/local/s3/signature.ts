import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { localKeys } from '../iam/local-keys.ts'
import { accessDenied, S3Error } from './error.ts'

export interface SignedRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
/** AWS's URI encoding, which leaves only letters, digits and `-._~`. */
const uriEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signs a text under the credential scope `<key id>/<date>/<region>/s3/aws4_request`. Throws S3Error for another key. */
export function signature(credential: string, text: string): string {
  const [id, date = '', region = '', service = '', end = ''] = credential.split('/')
  if (id !== localKeys.id) throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist')
  return hmac(hmac(hmac(hmac(hmac(`AWS4${localKeys.secret}`, date), region), service), end), text).toString(
    'hex',
  )
}

export function verifySignature(provided: string, expected: string): void {
  const [one, other] = [Buffer.from(provided), Buffer.from(expected)]
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match the request')
}

/**
 * Verifies a signature in the header or the query (S3 API reference, "Authenticating Requests (AWS Signature Version
 * 4)"). Returns the signed payload hash: a SHA-256, or `UNSIGNED-PAYLOAD` or another marker. Throws S3Error, also for a
 * request without a signature.
 */
export function verifyRequest({ method, url, headers }: SignedRequest, now: Date): string {
  const query = url.searchParams
  const inHeader = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? '',
  )
  if (!inHeader && !query.has('X-Amz-Signature')) throw accessDenied()
  const [, credential = '', signed = '', provided = ''] = inHeader ?? [
    '',
    ...['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`) ?? ''),
  ]
  const date = inHeader ? String(headers['x-amz-date']) : (query.get('X-Amz-Date') ?? '')
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const age = now.getTime() - at
  if (inHeader ? !(Math.abs(age) < 900_000) : !(age <= 1000 * Number(query.get('X-Amz-Expires'))))
    throw inHeader
      ? new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the clocks is more than 15 minutes')
      : accessDenied('Request has expired')
  const payload = inHeader ? String(headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD'
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    // By name first: `select-type=2` would precede `select=` as a whole.
    .sort(([a, one], [b, other]) => (a < b || (a === b && one < other) ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => uriEncode(decodeURIComponent(part)))
    .join('/')
  const lines = signed.split(';').map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  )
  const canonical = [method, path, canonicalQuery, ...lines, '', signed, payload].join('\n')
  const scope = credential.split('/').slice(1).join('/')
  verifySignature(
    provided,
    signature(credential, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')),
  )
  return payload
}

/** The session token, in the header or the query. */
export const sessionTokenOf = (headers: IncomingHttpHeaders, url: URL): string | undefined =>
  headers['x-amz-security-token']?.toString() ?? url.searchParams.get('X-Amz-Security-Token') ?? undefined

/** Throws S3Error if the body does not have the signed hash. */
export function verifyPayload(payload: string, body: Buffer): void {
  if (/^[0-9a-f]{64}$/.test(payload) && sha256(body) !== payload)
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not match the signed hash')
}
