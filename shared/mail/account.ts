import type { AccountEvent } from '../db/stores/outbox.ts'
import type { Email } from './emails.ts'
import { inertText, onOneLine, partsOf } from './letter.ts'

/** What happened to an account, for its user; `detail` is a name, or a role as a sentence says it. */
const wordings: Record<AccountEvent, (detail: string) => { subject: string; lead: string; advice?: string }> = {
  password_changed: () => ({
    subject: 'Your password was changed',
    lead: 'The password of your account was changed with a code from your mailbox. All sessions have ended.',
  }),
  device_added: (device) => ({
    subject: 'A new device signed in',
    lead: `Someone signed in to your account from a device and a network that it has not used before${device && `: ${device}`}.`,
  }),
  second_factor_added: () => ({
    subject: 'A second factor was added',
    lead: 'Sign-ins to your account now need a code of your authenticator app. All other sessions have ended.',
  }),
  second_factor_ended: () => ({
    subject: 'Your second factor was removed',
    lead: 'Sign-ins to your account need no code of an authenticator app any more.',
  }),
  second_factor_reset: (email) => ({
    subject: 'A second factor was reset',
    lead: `A manager of your company has removed the second factor and passkeys of ${email}, and ended their sessions. Sign-ins to that account need no code until a new one is added.`,
    advice: 'If you did not expect this, ask the managers of your company.',
  }),
  passkey_added: (name) => ({
    subject: 'A passkey was added',
    lead: `Your account can now be signed in to with a passkey: ${name}.`,
  }),
  passkey_removed: (name) => ({
    subject: 'A passkey was removed',
    lead: `Your account cannot be signed in to with this passkey any more: ${name}.`,
  }),
  api_key_created: (name) => ({
    subject: 'An API key was created',
    lead: `An API key was created in your company: ${name}. A program that has it can use the company’s records as far as its scopes allow.`,
  }),
  webhook_created: (host) => ({
    subject: 'A webhook was created',
    lead: `A webhook was created in your company. Once its address is verified, it sends the company’s events to ${host}.`,
  }),
  manager_added: (email) => ({
    subject: 'Your company has a new manager',
    lead: `${email} now administers your company.`,
  }),
  role_changed: (role) => ({
    subject: 'Your role was changed',
    lead: `In your company you are now ${role}.`,
    advice: 'If you did not expect this, ask the managers of your company.',
  }),
  ownership_offered: (email) => ({
    subject: 'Your company is offered to another owner',
    lead: `The ownership of the company was offered to ${email}, and is theirs as soon as they accept. The owner can offer it to someone else meanwhile.`,
  }),
  ownership_changed: (email) => ({
    subject: 'Your company has a new owner',
    lead: `${email} now owns the company. Nobody else can deactivate them or change their role.`,
  }),
}

const usualAdvice =
  'If this was you, there is nothing to do. If not, choose a new password, and end what you did not make.'
/** Whether `detail` is an address or a host, which was checked before and is named exactly: it is what the reader compares. */
const isAddress = (occasion: AccountEvent) => /^(manager|ownership|webhook|second_factor)_/.test(occasion)

/** The e-mail about an event of an account. `page`: the sessions of the account, where its user ends what they did not do. */
export function composeAccountEmail(
  occasion: AccountEvent,
  { to, page, at, detail }: { to: string; page: string; at: string; detail: string },
): Email {
  const {
    subject,
    lead,
    advice = usualAdvice,
  } = wordings[occasion](isAddress(occasion) ? onOneLine(detail) : inertText(detail))
  const blocks = [
    { text: lead },
    { facts: [['When', `${at.slice(0, 16).replace('T', ' ')} UTC`] as const] },
    { text: advice },
    { link: page, label: 'Check your account' },
  ]
  return { to, ...partsOf({ language: 'en', direction: 'ltr', subject, preview: lead, blocks }) }
}
