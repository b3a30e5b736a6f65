import { lazySchema } from '../../core/lazy-schema.ts'
import { name } from '../kernel/fields.ts'

/**
 * Texts that a mail program would turn into a link: a scheme, `www.`, or a dot between letters as in `example.com`.
 * Invitations carry the company's name to people who do not know it.
 */
const webAddress = /:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61]\p{L}{2,}/iu

/** The name of a company. */
export const companyName = lazySchema(() =>
  name.refine(
    (given) => !webAddress.test(given),
    'A company name has no web address in it; write a space after a dot',
  ),
)
