import type { OperationTexts } from './operation.ts'

export const scanning: OperationTexts = {
  'POST /api/v1/scan-event': {
    description:
      'Adds an event to the package’s timeline, and moves its status if the event means a move that is allowed; `status_applied` says whether it did. An unexpected scan is recorded, and never a 409. `qr_code` may be the printed code or all that the QR code holds, also of a bag’s label: that takes BAG_LOADED, ARRIVED_AT_WAREHOUSE, BAG_TAKEN_OVER and BAG_HANDED_OVER (422 for other types), and the event is in the timeline of each package in the bag. Publishes `package.event_created`. The page Event types lists what each type does.',
  },
  'POST /api/v1/scan-events/batch': {
    description:
      'For phones that were without a connection: `status` and `body` of each scan are what scan-event would have answered, in the order sent. Each scan stands alone; those of one package are recorded in the order sent, with `occurred_at` as their time, at most 30 days back. A `scan_id` takes effect once: the answer is kept for 30 days, so send the batch again if there was no response, and the scans with `retry_after` after so many seconds.',
  },
  'POST /api/v1/warehouse/{id}/receive': {
    description:
      'Books a shipment from the warehouse’s city with one package, in one step. The destination may be given later. An id that the company has not used yet becomes a warehouse of it.',
    example: { status: 'CREATED' },
  },
  'POST /api/v1/warehouse/{id}/consolidate': {
    description:
      'Looks at up to 25 shipments with a package that has ARRIVED here. Where all packages have, they become READY_FOR_PICKUP; the others are listed with what is missing. It can be run at any time: again, it changes nothing.',
  },
  'POST /api/v1/scans': {
    description:
      'Always a 201: `validation_result` says whether the label is genuine. A user has 100 scans in an hour; the ones above are recorded as rate_limited. Send a `scan_id` of your own to repeat a scan safely. An invalid scan publishes `scan.rejected`.',
  },
  'GET /api/v1/scans': {
    description: 'Managers may pass `user_id` for another user’s scans, or `all=true`.',
  },
  'PATCH /api/v1/scans/{id}/review': {
    description: 'For managers. The scan keeps who reviewed it, when, and the verdict.',
    example: { reviewed: true },
  },
  'GET /api/v1/scans/entity/{entity_type}/{entity_id}': {
    description: 'With the ten newest valid scans: for managers those of all users, for others their own.',
  },
  'GET /api/v1/track/{tracking_id}': {
    description:
      'Without names, addresses, prices and remarks. A parcel can be followed for 90 days after its delivery or return. 60 requests per minute and address.',
  },
  'POST /api/v1/warehouses': {
    description: 'Without a `code`, the warehouse gets one. Codes appear in timelines and on labels.',
  },
  'PUT /api/v1/warehouses/{id}': {
    description: 'Events that were recorded keep the code that the warehouse had then.',
  },
}
