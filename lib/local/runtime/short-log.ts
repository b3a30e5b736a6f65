/** A line of a function's log (shared/core/log.ts). */
interface Line {
  level: string
  message: string
  timestamp: string
  service: string
  [field: string]: unknown
}

/**
 * Shortens the log of functions for a person who reads it: one line for a request, with its id if it failed, and one for
 * whatever else happens. Returns what takes chunks of the log. Other output is passed on as it is.
 */
export function shortLog(write: (text: string) => void): (chunk: string) => void {
  let rest = ''
  return (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) write(`${shortened(line)}\n`)
  }
}

function shortened(text: string): string {
  const line = parse(text)
  if (!line) return text
  const { level, message, timestamp, service, ...fields } = line
  const time = timestamp.slice(11, 19)
  const severity = level === 'INFO' ? '' : `${level} `
  if (message === 'request') return `${time} ${severity}${requestOf(fields)}`
  return [`${time} ${severity}${service}: ${message}`, ...Object.entries(fields).map(pair)].join('  ')
}

function requestOf({
  route,
  status,
  duration_ms,
  request_id,
  code,
  reason,
  faults,
}: Record<string, unknown>): string {
  const isFailure = Number(status) >= 400
  return [
    `${String(status)} ${String(route)}`,
    `${String(duration_ms)} ms`,
    ...Object.entries({ code, reason, faults, ...(isFailure && { request_id }) }).map(pair),
  ]
    .filter(Boolean)
    .join('  ')
}

/** An error shows its stack. */
function pair([name, value]: [string, unknown]): string {
  if (value === undefined) return ''
  if (typeof value === 'object' && value !== null && 'stack' in value) return `\n  ${String(value.stack)}`
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null
    return typeof line?.timestamp === 'string' && typeof line.message === 'string' ? (line as Line) : undefined
  } catch {
    return undefined
  }
}
