import type { emailKinds } from '../db/stores/outbox.ts'
import { html, type Wording } from './html.ts'

/** An e-mail as it is sent; `to` is an address without a name. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  /** What SES repeats in its events about the e-mail; letters, digits, `_` and `-` only. */
  tags?: Readonly<Record<string, string>>
}

interface Addressed {
  to: string
  /** On a line of its own, so that a double click selects it. */
  code: string
}
/**
 * The content of each kind of e-mail. `role` is the invited user's role, as in shared/domain/kernel/roles.ts.
 */
export interface EmailContent extends Record<(typeof emailKinds)[number], Addressed> {
  invitation: Addressed & { company: string; role: string }
}

const wordings: { [O in keyof EmailContent]: (content: EmailContent[O]) => Wording } = {
  verification: () => ({
    subject: 'Confirm your e-mail address',
    lead: 'Enter this code to confirm that this e-mail address is yours:',
    validity: 'The code works for 10 minutes, once.',
    unasked:
      'If you did not ask for it, there is nothing to do: another person has probably mistyped their own address. Do not give the code to anyone.',
  }),
  reset: () => ({
    subject: 'Choose a new password',
    lead: 'Enter this code to choose a new password:',
    validity: 'The code works for 10 minutes, once.',
    unasked:
      'If you did not ask for it, there is nothing to do: your password stays as it is. Do not give the code to anyone.',
  }),
  invitation: ({ company, role }) => ({
    // The name is chosen by whoever registered the company, so it is not in the subject.
    subject: 'You are invited to a company on Courier Logistics',
    lead: `You are invited to work with ${company} as ${role}. Enter this code to accept:`,
    validity: 'The code works for 7 days, once.',
    unasked: `If you do not know ${company}, there is nothing to do: nothing changes without the code. Do not give it to anyone.`,
  }),
}

/** Composes an e-mail, as text and HTML. User input is reduced to one line. */
export function compose<O extends keyof EmailContent>(occasion: O, content: EmailContent[O]): Email {
  const clean = 'company' in content ? { ...content, company: onOneLine(content.company) } : content
  const wording = wordings[occasion](clean)
  const { lead, validity, unasked } = wording
  const text = [lead, content.code, validity, unasked, '-- \nCourier Logistics'].join('\n\n') + '\n'
  return { to: content.to, subject: wording.subject, text, html: html(wording, content.code) }
}

/** Removes line breaks, with which a name could insert a false code, and direction marks. */
const onOneLine = (written: string) =>
  written
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
