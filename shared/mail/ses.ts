import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2'
import type { ClientConfig, Clients } from '../config/clients.ts'
import type { Email } from './emails.ts'

/**
 * SES rejects this e-mail permanently (SES API v2 reference, SendEmail). Its message contains the address, so it is
 * not logged.
 */
export class EmailRejected extends Error {
  override readonly name = 'EmailRejected'
}

/** The outcome in the mailer's log of an e-mail that SES rejected. */
export const rejected = 'rejected'

/** The environment variable with the name of the configuration set to send with. */
export const configurationSetVariable = 'CONFIGURATION_SET'

/** Sends an e-mail from an address, `Name <address>` or the address alone. */
export type Send = (email: Email, from: string) => Promise<void>

/** A client with a timeout that leaves time for a retry of the record; a retried call may send twice. */
const sesClient = (config: ClientConfig) =>
  new SESv2Client({
    ...config,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })

/** The address was rejected, or the sender is not verified: retries cannot succeed. */
const final: ReadonlySet<string> = new Set([
  'MessageRejected',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
])

/** Sends by SES. Throws EmailRejected, or SES's own error if a retry may succeed (throttling, an outage). */
export const sesSender =
  ({ client, variable }: { client: Clients; variable: (name: string) => string }): Send =>
  async ({ to, subject, text, html, headers = {}, tags = {} }, from) => {
    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
    const pairs = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      ConfigurationSetName: variable(configurationSetVariable),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: pairs(headers),
        },
      },
      EmailTags: pairs(tags),
    })
    try {
      await client('SESV2', sesClient).send(command)
    } catch (error) {
      if (!(error instanceof SESv2ServiceException) || !final.has(error.name)) throw error
      throw new EmailRejected(error.name)
    }
  }

/** The address of a sender with an optional name. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
