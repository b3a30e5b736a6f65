import * as z from 'zod'
import { commonTexts } from '../../../shared/domain/kernel/field-texts.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { BucketGrants } from '../../../shared/config/buckets.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { Proof } from '../../../shared/domain/handovers/proof.ts'
import { countDocument } from '../../../shared/domain/kernel/quota.ts'
import { staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { readProof } from '../../../shared/domain/handovers/read-proof.ts'
import { photosForDocument } from '../../../shared/domain/photos/bytes.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { FileReply } from '../../../shared/http/routing/reply.ts'
import { route } from '../../../shared/http/routing/route.ts'
import { fontAssets } from '../../../shared/labels/font-files.ts'
import { zoneOfCompany } from '../../../shared/domain/settings/settings.ts'
import { proofPdf } from '../../../shared/labels/proof-pdf.ts'
import { photoBucket } from '../../../shared/storage/photo-bucket.ts'

/** Proof of delivery, in a function of its own: what draws PDFs and reads photos is large. */
export const secrets: readonly SecretName[] = ['verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
}
export const buckets: BucketGrants = { photos: ['GetObject'] }
/** Assets that the bundle needs. */
export const files = fontAssets

const ProofQuery = lazySchema(() =>
  z.object({ format: z.enum(['pdf', 'json']).default('json').meta(commonTexts.format) }),
)

export const routes = [
  route('GET /api/v1/shipments/{id}/proof', {
    operationId: 'getProofOfDelivery',
    summary: 'Proof of delivery, as JSON or PDF',
    description:
      '409 while nothing is handed over. A PDF contains up to 3.5 MB of photos, JPEG and PNG; JSON has addresses of all of them, valid for a minute.',
    roles: staffRoles,
    query: ProofQuery,
    reply: FileReply,
    json: Proof,
    produces: ['application/json', 'application/pdf'],
    refuses: ['conflict', 'too_many_requests'],
    read: async ({ ctx, params, query }) => {
      const store = photoBucket(ctx)
      const { proof, photos } = await readProof(ctx, store, params.id)
      // A hand-over has five lines, as wide as several cells of a manifest.
      await countDocument(ctx, query.format === 'pdf' ? 5 * proof.handovers.length : 0)
      const name = `proof-${proof.tracking_id}.${query.format}`
      if (query.format === 'json')
        return { type: 'application/json', bytes: Buffer.from(JSON.stringify(Proof.parse(proof))), name }
      const bytesOf = photosForDocument(store, ctx.actor.tenant_id, photos)
      return {
        type: 'application/pdf',
        bytes: await proofPdf(proof, bytesOf, ctx.now, await zoneOfCompany(ctx.table)),
        name,
      }
    },
  }),
]

export const handler = lambda(routes)
