import { sealer } from '../../../shared/core/seal.ts'
import { addressDigest } from '../../../shared/domain/notices/suppression.ts'
import { sealToken } from '../../../shared/domain/notices/token.ts'
import type { inProcess } from '../in-process/service.ts'

/** The token in an e-mail about a shipment, by which its reader stops more. */
export async function stopToken(
  { runtime }: Pick<ReturnType<typeof inProcess>, 'runtime'>,
  { tenant_id, tracking_id }: { tenant_id: string; tracking_id: string },
  email: string,
): Promise<string> {
  const content = { address: addressDigest(email), tracking_id }
  return sealToken(await runtime.secret('sealing', sealer), tenant_id, content)
}
