import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { composeEmail } from '../../shared/auth/codes/compose-email.ts'
import { markUndeliverable } from '../../shared/auth/codes/undeliverable.ts'
import { partitions } from '../../shared/db/keys.ts'
import { parseOutboxMessage, type OutboxMessage } from '../../shared/db/stores/outbox.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import type { Email } from '../../shared/mail/emails.ts'
import { EmailRejected, rejected, sesSender, type Send } from '../../shared/mail/ses.ts'
import { runtime, type Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['pepper', 'sealing']
export const table: TableRights = {
  tenant: ['GetItem', 'PutItem', 'UpdateItem'],
  email: ['GetItem'],
  invitation: ['GetItem'],
}

interface Deps {
  runtime: () => Runtime
  /** The e-mail for an outbox message; undefined if there is no recipient. */
  letterFor: (message: OutboxMessage, runtime: Runtime) => Promise<Email | undefined>
  send: Send
}

/** The lifetime of a code in milliseconds: an e-mail that arrives later is useless. */
const lifetime = 10 * 60_000
/** The number of sent messages to remember. */
const remembered = 1000

/**
 * Sends e-mails of the outbox. A failed message is reported and redelivered, together with the rest of its batch,
 * since a stream keeps its order. Sent messages are remembered while this environment lives, otherwise they are
 * sent twice.
 */
export function mailer({ runtime, letterFor, send }: Deps) {
  const through = new Set<string>()

  async function carry(record: DynamoDBRecord, given: Runtime): Promise<void> {
    const message = postingIn(record, given)
    if (!message || through.has(message.id)) return
    const { id: posting_id, occasion } = message
    const result = await sent(message, given)
    given.log[result.outcome === rejected ? 'warn' : 'info']('letter', { posting_id, occasion, ...result })
    through.add(posting_id)
    const [oldest = ''] = through
    if (through.size > remembered) through.delete(oldest)
  }

  async function sent(message: OutboxMessage, given: Runtime): Promise<{ outcome: string; reason?: string }> {
    if (given.clock().getTime() - Date.parse(message.posted_at) > lifetime) return { outcome: 'too late' }
    const email = await letterFor(message, given)
    if (!email) return { outcome: 'no recipient' }
    try {
      await send(email, given.settings.mailFrom)
      return { outcome: 'sent' }
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error
      await markUndeliverable(message, given)
      return { outcome: rejected, reason: error.message }
    }
  }

  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const given = runtime()
    const failed = await Promise.all(
      Records.map(async (record) => {
        const itemIdentifier = record.dynamodb?.SequenceNumber ?? ''
        try {
          await carry(record, given)
          return []
        } catch (error) {
          given.log.warn('letter', { stream_record: itemIdentifier, ...withoutWords(error) })
          return [{ itemIdentifier }]
        }
      }),
    )
    return { batchItemFailures: failed.flat() }
  }
}

/** A record without a valid message can never succeed: it is logged and dropped. */
function postingIn({ eventName, dynamodb }: DynamoDBRecord, { log }: Runtime): OutboxMessage | undefined {
  if (eventName !== 'INSERT' || !dynamodb?.Keys?.['pk']?.S?.startsWith(partitions.outbox)) return undefined
  try {
    // The types of the SDK and of the event differ in binary values, which messages do not have.
    return parseOutboxMessage(unmarshall(dynamodb.NewImage as Parameters<typeof unmarshall>[0]))
  } catch (error) {
    log.error('letter', {
      stream_record: dynamodb.SequenceNumber ?? '',
      outcome: 'no posting',
      ...withoutWords(error),
    })
    return undefined
  }
}

/** The error's name and place; its message may contain an address. */
const withoutWords = (error: unknown) => {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  return { failure: name, place: /^\s+at (.+)$/m.exec(stack)?.[1] }
}

/** Sends the e-mails of the outbox; driven by the table's stream. */
export const handler = mailer({
  runtime,
  letterFor: composeEmail,
  send: (email, from) => sesSender(runtime())(email, from),
})
