import { urlOf, type SampleRequest } from './request.ts'

/** The request as a command. The access token is in the variable TOKEN. */
export function curl(request: SampleRequest): string {
  const { method, needsToken, takesKey = false, body, produces } = request
  const options = [
    method !== 'GET' && method !== (body === undefined ? '' : 'POST') && `-X ${method}`,
    needsToken && `-H "Authorization: Bearer $TOKEN"`,
    takesKey && `-H "Idempotency-Key: order-$RANDOM"`,
    body !== undefined && `-H 'Content-Type: application/json'`,
    body !== undefined && `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    produces !== undefined && '-o file',
  ]
  return [`curl ${urlOf(request)}`, ...options.filter((option) => option !== false)].join(' \\\n  ')
}
