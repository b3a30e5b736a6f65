import { addressOf } from '../../../shared/mail/ses.ts'
import { configurationSetArn, identityArn, region } from '../cloudformation/names.ts'
import type { AccessControl } from '../iam/access.ts'

/** An error response of SES. */
export interface Refusal {
  status: number
  code: string
  message: string
}

/** Addresses of this domain are rejected as SES rejects those that an account in the sandbox has not verified. */
const rejectedDomain = '@rejected.invalid'

/**
 * Why SES refuses a request (a form of the Query API), or undefined: the caller's role (Service Authorization Reference:
 * SendRawEmail needs the identity and the configuration set), or the message (API reference, SendRawEmail, Errors).
 */
export function refusalOf(
  form: URLSearchParams,
  token: string | string[] | undefined,
  { access, configurationSets }: { access: AccessControl; configurationSets: readonly string[] },
): Refusal | undefined {
  const action = form.get('Action')
  if (action === null) return undefined
  const from = addressOf(form.get('Source') ?? '')
  const set = form.get('ConfigurationSetName')
  const context = { 'ses:FromAddress': [from] }
  for (const resource of [identityArn(from), ...(set === null ? [] : [configurationSetArn(set)])]) {
    const message = access.denialReason(String(token), { action: `ses:${action}`, resource, context })
    if (message !== undefined) return { status: 403, code: 'AccessDenied', message }
  }
  if (set !== null && !configurationSets.includes(set)) {
    const message = `Configuration set <${set}> does not exist.`
    return { status: 400, code: 'ConfigurationSetDoesNotExist', message }
  }
  const to = form.get('Destinations.member.1') ?? ''
  if (!to.toLowerCase().endsWith(rejectedDomain)) return undefined
  const failed = `The following identities failed the check in region ${region.toUpperCase()}: ${to}`
  return { status: 400, code: 'MessageRejected', message: `Email address is not verified. ${failed}` }
}
