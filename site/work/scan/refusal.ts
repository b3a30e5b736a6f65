import { unwrap } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import { hasRole } from '../../staff/api/session.ts'
import { loadRefusals, refusalOf } from '../../staff/messages/refusals.ts'
import { messages } from '../messages/scan.ts'
import type { Feedback } from './feedback.tsx'
import type { Label } from './label.ts'

/** The message after a label that no package has. */
export const noPackage = ({ type }: Label): Feedback => ({
  tone: 'wrong',
  title: messages.noPackage,
  ...(type === 'shipment' && { detail: messages.isShipment }),
  ...(type === 'bag' && { detail: messages.isBag }),
})

/** Milliseconds that a check may take. */
const patience = 10_000

/** Has the service check the signature of a QR code. Throws CourierError, and what `fetch` throws. */
export const validate = (text: string) =>
  unwrap(
    api.POST('/api/v1/scans', {
      body: { qr_data: JSON.parse(text) as unknown, platform: 'web' },
      signal: AbortSignal.timeout(patience),
    }),
  )
type Validated = Awaited<ReturnType<typeof validate>>

/** Why a label that was checked is not that of a record: couriers have records of their own only. */
export async function whyInvalid({ validation_result, error_message }: Validated): Promise<string> {
  if (validation_result === 'entity_not_found' && hasRole(['courier'])) return messages.notYours
  await loadRefusals()
  return refusalOf(error_message ?? '').text
}

/** Why the service has no package or bag of a label: the same in all tasks. A printed code has no signature to check. */
export async function whyUnknown(label: Label): Promise<string> {
  if (!('id' in label)) return messages.unknownPackage
  const answer = await validate(label.text).catch(() => undefined)
  return answer && !['valid', 'rate_limited'].includes(answer.validation_result)
    ? whyInvalid(answer)
    : messages.unknownPackage
}
