import { urlOf, type SampleRequest } from './request.ts'

/** The request in Python, with its standard library. The access token is in the environment. */
export function python(request: SampleRequest): string {
  const { method, needsToken, takesKey, body, produces } = request
  const headers = {
    ...(needsToken && { Authorization: 'f"Bearer {os.environ[\'TOKEN\']}"' }),
    ...(takesKey && { 'Idempotency-Key': 'str(uuid.uuid4())' }),
    ...(body !== undefined && { 'Content-Type': '"application/json"' }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`)
  const modules = [
    (body !== undefined || produces === undefined) && 'json',
    needsToken && 'os',
    'urllib.request',
    takesKey && 'uuid',
  ]
  return [
    `import ${modules.filter((name) => name !== false).join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    "${urlOf(request)}",`,
    `    method="${method}",`,
    ...(lines.length > 0 ? [`    headers={${lines.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, 1)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    produces === undefined ? '    print(json.load(response))' : '    open("file", "wb").write(response.read())',
  ].join('\n')
}

/** A JSON value as a Python literal, indented by `depth` steps. */
function literal(value: unknown, depth: number): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  // Strings of JSON are strings of Python.
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Array.isArray(value)
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const indent = '    '.repeat(depth)
  return entries.length === 0
    ? `${open}${close}`
    : `${open}\n${entries.map((entry) => `${indent}    ${entry},\n`).join('')}${indent}${close}`
}
