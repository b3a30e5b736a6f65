import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { composeEmail } from '../../shared/auth/codes/compose-email.ts'
import { markUndeliverable } from '../../shared/auth/codes/undeliverable.ts'
import { partitions } from '../../shared/db/keys.ts'
import { parseOutboxMessage, type OutboxMessage } from '../../shared/db/stores/outbox.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { changeOf, type Change } from '../../shared/db/stream-change.ts'
import { undeliverableBy } from '../../shared/domain/notices/feedback.ts'
import { noticePrefix, parseNotice } from '../../shared/domain/notices/record.ts'
import { addressDigest, suppress } from '../../shared/domain/notices/suppression.ts'
import { noticeSent, prepareNotice } from '../../shared/domain/notices/deliver.ts'
import type { Email } from '../../shared/mail/emails.ts'
import { EmailRejected, rejected, sesSender, type Send } from '../../shared/mail/ses.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['pepper', 'sealing']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'PutItem', 'UpdateItem'],
  limits: ['UpdateItem'],
  email: ['GetItem'],
  invitation: ['GetItem'],
}

interface Deps {
  /** The e-mail for an outbox message; undefined if there is no recipient. */
  letterFor: (message: OutboxMessage, runtime: Runtime) => Promise<Email | undefined>
  send: (given: Runtime) => Send
}

/** An e-mail to send. */
interface OutgoingEmail {
  id: string
  occasion: string
  /** When it is too late to send it, in milliseconds since 1970. */
  lateAt: number
  /** Undefined if there is no recipient. */
  compose(): Promise<Email | undefined>
  /** Records what became of it. */
  settle(state: 'SENT' | 'REJECTED', to: string): Promise<unknown>
}

/** The lifetime of a code in milliseconds: an e-mail that arrives later is useless. */
const lifetime = 10 * 60_000
/** The number of sent messages to remember. */
const remembered = 1000

/**
 * Sends the e-mails of the outbox, and notices. A failed one is reported and redelivered, together with the rest of its
 * batch, since a stream keeps its order. Sent ones are remembered while this environment lives, otherwise they are sent
 * twice.
 */
export function mailer({ letterFor, send }: Deps) {
  const handled = new Set<string>()

  async function deliver(record: DynamoDBRecord, given: Runtime): Promise<void> {
    const outgoing = emailIn(record, given)
    if (!outgoing || handled.has(outgoing.id)) return
    const { id: message_id, occasion } = outgoing
    const result = await sent(outgoing, given)
    given.log[result.outcome === rejected ? 'warn' : 'info']('letter', { message_id, occasion, ...result })
    handled.add(message_id)
    const [oldest = ''] = handled
    if (handled.size > remembered) handled.delete(oldest)
  }

  async function sent(outgoing: OutgoingEmail, given: Runtime): Promise<{ outcome: string; reason?: string }> {
    if (given.clock().getTime() > outgoing.lateAt) return { outcome: 'too late' }
    const email = await outgoing.compose()
    if (!email) return { outcome: 'no recipient' }
    try {
      await send(given)(email, given.settings.mailFrom)
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error
      await outgoing.settle('REJECTED', email.to)
      return { outcome: rejected, reason: error.message }
    }
    await outgoing.settle('SENT', email.to)
    return { outcome: 'sent' }
  }

  /** A record without a valid message can never succeed: it is logged and dropped. */
  function emailIn(record: DynamoDBRecord, given: Runtime): OutgoingEmail | undefined {
    const { eventName, dynamodb } = record
    if (eventName !== 'INSERT') return undefined
    try {
      const change = changeOf(record)
      if (change) return change.sk.startsWith(noticePrefix) ? noticeEmail(change, given) : undefined
      if (!dynamodb?.Keys?.['pk']?.S?.startsWith(partitions.outbox)) return undefined
      // The types of the SDK and of the event differ in binary values, which messages do not have.
      const item = unmarshall(dynamodb.NewImage as Parameters<typeof unmarshall>[0])
      return outboxEmail(parseOutboxMessage(item), given)
    } catch (error) {
      const stream_record = dynamodb?.SequenceNumber ?? ''
      given.log.error('letter', { stream_record, outcome: 'no message', ...withoutWords(error) })
      return undefined
    }
  }

  const outboxEmail = (message: OutboxMessage, given: Runtime): OutgoingEmail => ({
    id: message.id,
    occasion: message.occasion,
    lateAt: Date.parse(message.posted_at) + lifetime,
    compose: () => letterFor(message, given),
    settle: async (state) => {
      if (state === 'REJECTED') await markUndeliverable(message, given)
    },
  })

  return async (given: Runtime, { Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = await Promise.all(
      Records.map(async (record) => {
        const itemIdentifier = record.dynamodb?.SequenceNumber ?? ''
        try {
          await deliver(record, given)
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

function noticeEmail({ grant, after }: Change, given: Runtime): OutgoingEmail {
  const notice = parseNotice(after)
  const ctx = tenantJobContext(given, grant, given.clock())
  return {
    // One that is too late has to be handled.
    id: notice.id,
    occasion: 'notice',
    lateAt: Infinity,
    compose: () => prepareNotice(ctx, notice),
    settle: (state, to) => noticeSent(ctx, notice, state, to),
  }
}

/** The error's name and place; its message may contain an address. */
const withoutWords = (error: unknown) => {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  return { failure: name, place: /^\s+at (.+)$/m.exec(stack)?.[1] }
}

/** Suppresses the addresses that SES could not deliver a notice to, or whose readers reported one as spam. May be repeated. */
export async function suppressReported(event: object, given: Runtime): Promise<void> {
  const found = undeliverableBy(event)
  if (!found) return
  const { grant, reason, addresses } = found
  const ctx = tenantJobContext(given, grant, given.clock())
  for (const address of addresses)
    await ctx.transact(async () => ({
      writes: await suppress(ctx.table, addressDigest(address), reason, ctx.now),
      result: undefined,
    }))
  given.log.info('letter', { outcome: reason, tenant_id: grant.tenantId })
}

const sendLetters = mailer({ letterFor: composeEmail, send: sesSender })
/** Sends the e-mails of the outbox, and notices; driven by the table's stream, and by what SES reports of them. */
export const handler = job<DynamoDBStreamEvent | { detail: object }, DynamoDBBatchResponse | undefined>(
  async (given, event) => {
    if (!('detail' in event)) return sendLetters(given, event)
    await suppressReported(event, given)
    return undefined
  },
)
