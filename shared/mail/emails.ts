import type { emailKinds } from '../db/stores/outbox.ts'
import { handoverCodeWording, type HandoverCodeContent } from './handover-code.ts'
import { inertText, partsOf } from './letter.ts'
import type { Wording } from './wording.ts'

/** An e-mail as it is sent; `to` is an address without a name. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  /** The tag that SES repeats in its events about the e-mail; letters, digits, `_` and `-` only. */
  tags?: Readonly<Record<string, string>>
}

interface Addressed {
  to: string
  /** On a line of its own, so that a double click selects it. */
  code: string
}
/**
 * The content of each kind of e-mail with a code. `page`: where it is entered. `role` is the invited user's role, as a
 * sentence says it: `a courier`.
 */
export interface EmailContent extends Record<(typeof emailKinds)[number], Addressed> {
  reset: Addressed & { page: string }
  invitation: Addressed & { page: string; company: string; role: string }
  handover: Addressed & HandoverCodeContent
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
    enter: 'Choose a new password',
    validity: 'The code works for 10 minutes, once.',
    unasked:
      'If you did not ask for it, there is nothing to do: your password stays as it is. Do not give the code to anyone.',
  }),
  invitation: ({ company, role }) => ({
    // The name is chosen by whoever registered the company, so it is not in the subject.
    subject: 'You are invited to a company on Courier Logistics',
    lead: `You are invited to work with ${company} as ${role}. Enter this code to accept:`,
    enter: 'Accept the invitation',
    validity: 'The code works for 7 days, once.',
    unasked: `If you do not know ${company}, there is nothing to do: nothing changes without the code. Do not give it to anyone.`,
  }),
  handover: handoverCodeWording,
}

/** Composes an e-mail, as text and HTML. User input is reduced to one line without links and numbers. */
export function compose<O extends keyof EmailContent>(occasion: O, content: EmailContent[O]): Email {
  const clean = 'company' in content ? { ...content, company: inertText(content.company) } : content
  const {
    language = 'en',
    direction = 'ltr',
    subject,
    lead,
    validity,
    unasked,
    enter,
    company,
  } = wordings[occasion](clean)
  const link = enter !== undefined && 'page' in clean ? [{ link: clean.page, label: enter }] : []
  const blocks = [{ text: lead }, { code: clean.code }, { text: validity }, ...link, { small: unasked }]
  const letter = {
    language,
    direction,
    subject,
    preview: validity,
    blocks,
    ...(company !== undefined && { company }),
  }
  return { to: clean.to, ...partsOf(letter) }
}
