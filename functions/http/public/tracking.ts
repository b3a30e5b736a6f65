import type { TableRights } from '../../../shared/db/rights.ts'
import { placesFile } from '../../../shared/domain/kernel/places.ts'
import { track, Tracking } from '../../../shared/domain/tracking/tracking.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { trackingErrors } from '../../../shared/http/refusal-forms.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['BatchGetItem', 'Query'],
  tracking: ['GetItem'],
  limits: ['UpdateItem'],
}

/** Assets that the bundle needs. */
export const files = [placesFile]

export const routes = [
  publicRoute('GET /api/v1/track/{tracking_id}', {
    operationId: 'trackShipment',
    summary: 'Follow a parcel by its tracking id',
    description:
      'Without names, addresses, prices and remarks. The tracking id may be written as people do: without `TRK-`, in groups, in small letters. A parcel can be followed for 90 days after its delivery or return. 60 requests per minute and address.',
    limit: ({ trackingPerMinute }) => ({ quota: trackingPerMinute, window: 60 }),
    cache: 'public, max-age=15',
    refusalForm: trackingErrors,
    reply: Tracking,
    read: ({ ctx, params }) => track(ctx, params.tracking_id),
  }),
]

export const handler = lambda(routes)
