import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { mintGrant, type Grant } from '../../db/grant.ts'
import { Id } from '../kernel/fields.ts'
import type { SuppressionReason } from './suppression.ts'

/** The tag by which SES's events about a notice lead to its tenant: only this service's e-mails have it. */
export const tenantTag = 'tenant'

const recipients = () => z.array(z.object({ emailAddress: z.string() }))
/** An event of SES about an e-mail (SES developer guide, "Examples of event data"). */
const Feedback = lazySchema(() =>
  z.object({
    detail: z.object({
      mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }),
      bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients() }).optional(),
      complaint: z.object({ complainedRecipients: recipients() }).optional(),
    }),
  }),
)

interface Undeliverable {
  grant: Grant
  reason: SuppressionReason
  addresses: string[]
}

/**
 * The addresses that an event of SES says not to write to any more; undefined if the e-mail was not a notice, or may arrive
 * another time. Throws a ZodError for another event.
 */
export function undeliverableBy(event: unknown): Undeliverable | undefined {
  const { mail, bounce, complaint } = Feedback.parse(event).detail
  const tenant = Id.safeParse(mail.tags[tenantTag]?.[0]).data
  if (tenant === undefined) return undefined
  const of = (reason: SuppressionReason, all: { emailAddress: string }[]) => ({
    grant: mintGrant(tenant),
    reason,
    addresses: all.map(({ emailAddress }) => emailAddress),
  })
  if (complaint) return of('complained', complaint.complainedRecipients)
  return bounce?.bounceType === 'Permanent' ? of('bounced', bounce.bouncedRecipients) : undefined
}
