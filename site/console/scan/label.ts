import { searchedTrackingId } from '../../../shared/domain/kernel/tracking-id.ts'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { codeOf, commandOf, refusalStatus, type Command } from '../../staff/scan/code.ts'
import type { ApiRefusal } from '../../staff/messages/refusals.ts'
import { messages } from './messages.ts'

/** A scanned code: a command of a printed card, or a label as the API takes it, which the service verifies. */
export type Scanned = { command: Command } | { qr_code: string }

export function readScan(text: string): Promise<Scanned> {
  const command = commandOf(text)
  return Promise.resolve(command ? { command } : { qr_code: codeOf(text) })
}

interface Refused extends ApiRefusal {
  error: keyof typeof refusalStatus
}
/** The refusal of a label that the service did not take, by the error code and the reason of its answer, and by what was scanned. */
export const refusalOf = ({ error, ...refusal }: Refused, scanned: string) =>
  new CourierError(
    { status: refusalStatus[error], headers: new Headers() },
    error === 'not_found'
      ? { detail: searchedTrackingId(scanned) === undefined ? messages.unknown : messages.isShipment }
      : refusal,
  )
