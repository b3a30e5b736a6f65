import type { components } from '../../../shared/client/api-types.ts'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import type { Label } from './label.ts'

/** What the service says of a QR code: the package or bag, or why it is not genuine. */
export type Verified = { entity: Entity } | { invalid: string }
export type Entity = NonNullable<components['schemas']['Scan']['entity']>

/**
 * Has the service check the signature of a QR code, for at most so many milliseconds. Undefined if the label has none, and
 * without an answer.
 */
export async function verify(label: Label, patience: number): Promise<Verified | undefined> {
  if (!('id' in label) || !navigator.onLine) return undefined
  try {
    const answer = await unwrap(
      api.POST('/api/v1/scans', {
        body: { qr_data: JSON.parse(label.text) as never, platform: 'web' },
        signal: AbortSignal.timeout(patience),
      }),
    )
    if ('entity' in answer) return { entity: answer.entity }
    const { validation_result, error_message } = answer
    return validation_result === 'rate_limited' ? undefined : { invalid: error_message ?? validation_result }
  } catch {
    return undefined
  }
}
