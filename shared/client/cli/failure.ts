import { CourierError } from '../http/errors.ts'
import { UsageError } from './command.ts'
import { printable } from './output.ts'

/** The exit codes: the service, or the network, refused; the command line is wrong. */
export const exitCodes = { refused: 1, usage: 2 } as const

/** The problem, its remedy, and the id of the request, as lines for stderr; and the exit code. */
export function describeFailure(error: unknown, url: string | undefined): { lines: string[]; code: number } {
  if (error instanceof UsageError) return { lines: [error.message], code: exitCodes.usage }
  if (error instanceof CourierError) return { lines: refusal(error), code: exitCodes.refused }
  return { lines: [networkError(error, url) ?? messageOf(error)], code: exitCodes.refused }
}

function refusal(error: CourierError): string[] {
  const { detail, issues, status, code, requestId } = error
  const problems = issues.map(({ loc, msg }) => `  ${loc.slice(1).join('.') || loc.join('.')}: ${msg}`)
  return [
    `${issues.length > 0 ? 'The service refused the input' : detail} (${[status, code].filter(Boolean).join(' ')})`,
    ...problems,
    ...[adviceFor(error)].filter((line) => line !== ''),
    ...(requestId === undefined ? [] : [`Request id: ${requestId}`]),
  ].map((line) => (line.startsWith('  ') ? `  ${printable(line.trim())}` : printable(line)))
}

function adviceFor({ status, retryAfter, issues }: CourierError): string {
  if (retryAfter !== undefined) return `Try again in ${retryAfter} seconds.`
  if (status === 401) return 'Sign in with a valid e-mail address and password: courier sign-in'
  if (status === 403)
    return 'Your role does not allow it. A manager of your company can do it, or change your role.'
  if (status === 404) return 'Check the id: courier list and courier show print those that you can see.'
  if (status >= 500) return 'Try again later. If it fails again, report the request id.'
  return issues.length > 0 ? 'Correct these fields, and run the command again.' : ''
}

/** fetch reports that it got no response as a TypeError, with the reason as its cause. */
function networkError(error: unknown, url: string | undefined): string | undefined {
  if (!(error instanceof TypeError) || error.cause === undefined) return undefined
  const { code, message } = error.cause as { code?: string; message?: string }
  return `No answer from ${url}: ${code ?? message}. Check the address (--url) and the network.`
}

const messageOf = (error: unknown) => printable(error instanceof Error ? error.message : String(error))
