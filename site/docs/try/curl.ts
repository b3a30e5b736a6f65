/** The command that sends a request. The token is a variable, so that it can be shared. */
export function curlOf(
  { url, method, headers }: { url: URL; method: string; headers: Headers },
  body: string | undefined,
): string {
  const shown = [...headers].map(([name, value]) =>
    name === 'authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url.href)}`,
    ...shown,
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
