/** The access token in an Authorization header (RFC 6750 §2.1), not verified. */
export const bearerToken = (authorization = ''): string | undefined =>
  /^Bearer +([^ ]+) *$/i.exec(authorization)?.[1]

/**
 * The credentials of a client in an Authorization header, not verified (RFC 6749 §2.3.1): both are form-encoded before they are
 * joined. Undefined without any, and for malformed ones.
 */
export function basicCredentials(authorization = ''): { id: string; secret: string } | undefined {
  const [, encoded = ''] = /^Basic +([^ ]+) *$/i.exec(authorization) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`)
  return { id: decoded.get('id') ?? '', secret: decoded.get('secret') ?? '' }
}
