import { publicUrlOf, type FunctionSettings } from '../config/function-settings.ts'
import { refused } from './refusals.ts'
import type { FileReply } from './routing/reply.ts'

export const securityTxtPath = '/.well-known/security.txt'
/** With the charset that RFC 9116 §3 requires. */
export const plainText = 'text/plain; charset=utf-8'

const day = 24 * 3_600_000
/** RFC 9116 §2.5.5 recommends less than a year. */
const validDays = 180

/**
 * Whom to tell of a vulnerability (RFC 9116). Whoever runs the service vouches for the contact by running it, so `Expires` follows
 * the time of the request. Throws not_found without the setting `securityContact`.
 */
export function securityTxt(
  settings: Pick<FunctionSettings, 'securityContact' | 'publicUrl'>,
  now: Date,
): FileReply {
  const { securityContact: contact } = settings
  if (contact === '') throw refused.path_unknown()
  const expires = new Date(Math.floor(now.getTime() / day + validDays) * day)
  const lines = [
    `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrlOf(settings)}${securityTxtPath}`,
    '',
  ]
  return { type: plainText, bytes: Buffer.from(lines.join('\n')), name: 'security.txt' }
}
