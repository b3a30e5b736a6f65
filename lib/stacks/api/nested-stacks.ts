import type { FunctionName } from './service-function.ts'

/** Functions that sign in users and manage their accounts and keys. */
const identity: readonly FunctionName[] = ['apikeys', 'auth', 'oauth', 'passkeys', 'users']

/** Functions that inform others: events, webhooks, WebSockets, e-mail, tracking, documents. */
const outward: readonly FunctionName[] = [
  'events',
  'feedwriter',
  'health',
  'livesender',
  'mailer',
  'notices',
  'publisher',
  'reference',
  'scheduler',
  'sockets',
  'tracking',
  'webhooks',
  'webhooksender',
]

/** The nested stacks of functions, by what changes together (docs/decisions/30). */
export const nestedStacks = ['Identity', 'Operations', 'Outward'] as const
export type NestedStackName = (typeof nestedStacks)[number]

/** The nested stack of a function. One that is not listed here, such as a new one, is among the operations. */
export function nestedStackOf(name: FunctionName): NestedStackName {
  if (identity.includes(name)) return 'Identity'
  return outward.includes(name) ? 'Outward' : 'Operations'
}
