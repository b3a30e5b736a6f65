import type * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { equals, oneOf } from '../../db/conditions.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { entriesWhere } from '../audit/list.ts'
import { AuditEntry } from '../audit/record.ts'
import type { TenantContext } from '../kernel/context.ts'

/** The operations by which a user signs in, by their ids: those whose response has a token, but those of sessions that are open. */
export const signInActions = [
  'register',
  'acceptInvitation',
  'login',
  'signInWithSecondFactor',
  'signInWithNewSecondFactor',
  'signInWithPasskey',
  'finishSignIn',
  'finishCustomSignIn',
]

/** A sign-in of the user, or an attempt that was refused. */
export const SignIn = lazySchema(() =>
  pick(AuditEntry, 'id', 'timestamp', 'action', 'outcome', 'refusal', 'network').meta({ id: 'SignIn' }),
)

/** The caller's sign-ins, refused ones too, newest first, as far as the audit log reaches back. */
export const listSignIns = (
  { table, actor }: TenantContext,
  page: PageRequest,
): Promise<Page<z.input<typeof SignIn>>> =>
  entriesWhere(table, [equals('actor_id', actor.user_id), oneOf('action', signInActions)], page)
