import { SendRawEmailCommand, SESClient, SESServiceException } from '@aws-sdk/client-ses'
import type { ClientConfig, Clients } from '../config/clients.ts'
import type { Email } from './emails.ts'
import { toMime } from './mime.ts'

/**
 * SES rejects this e-mail permanently (SES API reference, SendRawEmail). Its message contains the address, so it is
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

/**
 * A client without retries: SES has no idempotency token, so a call that is repeated after a late answer sends the e-mail
 * again. What failed is retried with its record. The timeout is half of the mailer's.
 */
const sesClient = (config: ClientConfig) =>
  new SESClient({
    ...config,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  })

/** The address was rejected, or the sender is not verified: retries cannot succeed. */
const final: ReadonlySet<string> = new Set(['MessageRejected', 'InvalidParameterValue'])

/**
 * Sends by SES, as a whole message: SendEmail has no headers. Throws EmailRejected, or SES's own error if a retry may succeed
 * (throttling, an outage).
 */
export const sesSender =
  ({ client, variable }: { client: Clients; variable: (name: string) => string }): Send =>
  async (email, from) => {
    const command = new SendRawEmailCommand({
      Source: from,
      ConfigurationSetName: variable(configurationSetVariable),
      Destinations: [email.to],
      RawMessage: { Data: await toMime(email, from) },
      Tags: Object.entries(email.tags ?? {}).map(([Name, Value]) => ({ Name, Value })),
    })
    try {
      await client('SES', sesClient).send(command)
    } catch (error) {
      if (!(error instanceof SESServiceException) || !final.has(error.name)) throw error
      throw new EmailRejected(error.name)
    }
  }

/** The address of a sender with an optional name. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
