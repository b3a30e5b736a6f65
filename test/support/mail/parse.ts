import { createRequire } from 'node:module'

/** The parser of the local mailbox, which is another's. */
const { simpleParser } = createRequire(createRequire(import.meta.url).resolve('aws-ses-v2-local'))(
  'mailparser',
) as { simpleParser(message: Buffer): Promise<ParsedEmail> }
interface ParsedEmail {
  subject?: string
  text: string
  html: string
  from: { text: string }
  to: { text: string }
  headers: Map<string, unknown>
  headerLines: { key: string; line: string }[]
}

/** What a reader's mail program makes of a message. */
export const parseEmail = (message: Buffer) => simpleParser(message)
