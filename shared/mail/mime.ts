import MailComposer from 'nodemailer/lib/mail-composer'
import type { Email } from './emails.ts'

/** An e-mail as SES sends it: a whole message with a text and an HTML part (RFC 5322, RFC 2046 §5.1.4). */
export const toMime = ({ to, subject, text, html, headers = {} }: Email, from: string): Promise<Buffer> =>
  new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    headers,
    // Contents are texts, never addresses to read them from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
