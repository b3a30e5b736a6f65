import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Sealer } from '../../core/seal.ts'
import { mintGrant, type Grant } from '../../db/grant.ts'
import { Id } from '../kernel/fields.ts'

/** The content of a token: the tenant, the digest of the address (suppression.ts), and the tracking id. */
const Content = lazySchema(() => z.tuple([Id, z.string(), z.string()]))

export interface NoticeToken {
  address: string
  tracking_id: string
}
const context = 'notices'

/**
 * The right of a notice's reader to stop the notices to the address that it was sent to, which the token does not show. It
 * does not expire: an old e-mail can be stopped too.
 */
export const sealToken = ({ seal }: Sealer, tenantId: string, { address, tracking_id }: NoticeToken): string =>
  seal(JSON.stringify([tenantId, address, tracking_id]), context)

/** The content of a token, and the right to its tenant; undefined if it was not sealed here. */
export function openToken({ open }: Sealer, token: string): (NoticeToken & { grant: Grant }) | undefined {
  const text = open(token, context)
  if (text === undefined) return undefined
  const [tenantId, address, tracking_id] = Content.parse(JSON.parse(text))
  return { grant: mintGrant(tenantId), address, tracking_id }
}
